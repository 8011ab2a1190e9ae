/**
 * Places in JSON text. The errors of `JSON.parse` tell a place in some engines and cases only.
 */

const BLANKS = /[ \t\n\r]*/y;
const TOKEN = new RegExp([
    /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/,
    /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/,
    /true|false|null|[[\]{},:]/,
].map(({ source }) => source).join('|'), 'y');
const TEXT_START = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;

/** What may follow, in words, by the state of the reader. */
const EXPECTED = {
    value: 'a value',
    first: 'a value or "]"',
    key: 'a key in double quotes',
    firstKey: 'a key in double quotes or "}"',
    colon: '":"',
    array: '"," or "]"',
    object: '"," or "}"',
    end: 'the end of the file',
};

/**
 * The first mistake of JSON text in words, with its line and column; null if there is none.
 * @param {string} text
 * @returns {string | null}
 */
export function jsonErrorPlace(text) {
    /** The closing brackets that are due. @type {('array' | 'object')[]} */
    const open = [];
    let state = /** @type {keyof typeof EXPECTED} */ ('value');
    let at = 0;
    for (;;) {
        at = endOf(BLANKS, text, at);
        if (at === text.length) return state === 'end' ? null : mistake(text, at, EXPECTED[state]);
        const end = endOf(TOKEN, text, at);
        const reached = end === at ? null : step(state, text[at], open);
        if (!reached) return textMistake(text, at, state) ?? mistake(text, at, EXPECTED[state]);
        state = reached;
        at = end;
    }
}

/**
 * The state after a token; null if the token may not stand there.
 * @param {keyof typeof EXPECTED} state
 * @param {string} first character of the token
 * @param {('array' | 'object')[]} open
 * @returns {keyof typeof EXPECTED | null}
 */
function step(state, first, open) {
    if (state === 'colon') return first === ':' ? 'value' : null;
    if (state === 'end') return null;
    if (first === ',' && state === 'array') return 'value';
    if (first === ',' && state === 'object') return 'key';
    if (first === ']' && (state === 'array' || state === 'first') ||
        first === '}' && (state === 'object' || state === 'firstKey')) {
        open.pop();
        return open.at(-1) ?? 'end';
    }
    if (state === 'key' || state === 'firstKey') return first === '"' ? 'colon' : null;
    if (state === 'array' || state === 'object' || ']},:'.includes(first)) return null;
    if (first === '[' || first === '{') {
        open.push(first === '[' ? 'array' : 'object');
        return first === '[' ? 'first' : 'firstKey';
    }
    return open.at(-1) ?? 'end';
}

/**
 * A mistake inside a text, where a text may stand.
 * @param {string} text
 * @param {number} at
 * @param {keyof typeof EXPECTED} state
 */
function textMistake(text, at, state) {
    if (text[at] !== '"' || !['value', 'first', 'key', 'firstKey'].includes(state)) return null;
    const end = endOf(TEXT_START, text, at);
    if (text[end] === '\\') {
        const found = text.slice(end, end + 2).trim();
        return `${placeOf(text, end)}: expected an escape such as \\n or \\u00e9, found "${found}"`;
    }
    return mistake(text, end, 'the text to end with a double quote');
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string} expected
 */
function mistake(text, at, expected) {
    const [word] = /^(?:[\w.+-]{1,20}|.)/su.exec(text.slice(at, at + 20)) ?? [];
    const found = word === undefined ? 'the end of the file'
        : /[\n\r]/.test(word) ? 'the end of the line' : JSON.stringify(word);
    return `${placeOf(text, at)}: expected ${expected}, found ${found}`;
}

/**
 * @param {RegExp} pattern sticky
 * @param {string} text
 * @param {number} at
 */
function endOf(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * Line and column of a place.
 * @param {string} text
 * @param {number} at
 */
export function placeOf(text, at) {
    let line = 1, start = 0;
    for (let next; (next = text.indexOf('\n', start)) >= 0 && next < at; line++) start = next + 1;
    return `line ${line}, column ${at - start + 1}`;
}
