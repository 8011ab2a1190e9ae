/**
 * The forms that rows come in.
 */

/** @typedef {'json' | 'ndjson' | 'csv' | 'tsv' | 'xlsx'} Format */

/** @type {readonly Format[]} */
export const FORMATS = Object.freeze(['json', 'ndjson', 'csv', 'tsv', 'xlsx']);

/** @type {Record<string, Format>} */
const EXTENSIONS = {
    json: 'json', ndjson: 'ndjson', jsonl: 'ndjson', csv: 'csv', tsv: 'tsv', tab: 'tsv', xlsx: 'xlsx',
};

/** What names of such files end in, each also with .gz behind it. */
export const ENDINGS = Object.freeze(Object.keys(EXTENSIONS));

const ENDING = new RegExp(`\\.(${ENDINGS.join('|')})(?:\\.gz)?$`, 'i');

/**
 * The form that a file's name tells.
 * @param {string} path
 * @returns {Format | null}
 */
export function formatOf(path) {
    const [, extension] = ENDING.exec(path) ?? [];
    return extension ? EXTENSIONS[extension.toLowerCase()] : null;
}

/**
 * The name of the `.tcb` file beside a file of rows.
 * @param {string} path
 */
export function tcbPath(path) {
    return (ENDING.test(path) ? path.replace(ENDING, '') : path.replace(/\.gz$/i, '')) + '.tcb';
}
