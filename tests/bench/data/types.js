/**
 * Three small tables that together hold every type, every kind of column and the values that
 * are easy to get wrong: extremes, empty texts and arrays, absent cells and elements.
 */

import { createRandom } from './random.js';

/** @typedef {import('./json.js').SampleTable} SampleTable */
/** @typedef {import('./json.js').SampleColumn} SampleColumn */
/** @typedef {import('./random.js').Random} Random */
/** @typedef {(random: Random, row: number) => any} Draw */
/** @typedef {{ column: Omit<SampleColumn, 'tag'>, draw: Draw }} Member */

const ROWS = 240;

const TEXTS = [
    'The lamp burns low',
    '',
    '등불지기는 밤새 하늘을 지킨다',
    '바람이 바뀌면 돛을 올려라',
    'ランプ守りは雲の上で眠る',
    '風が変わったら帆を上げよ',
    'Größe: 3 × 7 m, naïve façade',
    'signal 🏮 at dusk, 灯台 ahead',
    'quoted "twice", a \\ and a\nsecond line',
];

const EDGE_I64 = ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0'];
const EDGE_I32 = [2147483647, -2147483648, 0, -1];
const EDGE_F32 = [0.1, 3.4028235e38, -2.25, 16777216];
const EDGE_F64 = [0.1, Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER];
const EDGE_DATETIME = ['0001-01-01T00:00:00', '9999-12-31T23:59:59.9999999'];
const EDGE_TIMESPAN = ['10675199.02:48:05.4775807', '-10675199.02:48:05.4775808', '00:00:00'];

/**
 * The edge values in the first rows, then drawn ones.
 * @param {readonly any[]} edges
 * @param {Draw} draw
 * @returns {Draw}
 */
function edgesFirst(edges, draw) {
    return (random, row) => (row < edges.length ? edges[row] : draw(random, row));
}

/**
 * @param {number} value
 * @param {number} width
 */
function padded(value, width) {
    return String(value).padStart(width, '0');
}

/**
 * Seven digits of a second with trailing zeros cut, or nothing.
 * @param {Random} random
 */
function drawFraction(random) {
    const ticks = random.below(3) === 0 ? random.below(10_000_000) : 0;
    return ticks === 0 ? '' : `.${padded(ticks, 7).replace(/0+$/, '')}`;
}

/** @type {Draw} */
function drawDatetime(random) {
    const second = Date.UTC(2024, 0, 1) / 1000 + random.below(3 * 365 * 86_400);
    return new Date(second * 1000).toISOString().slice(0, 19) + drawFraction(random);
}

/** @type {Draw} */
function drawTimespan(random) {
    const days = random.below(4);
    const time = [random.below(24), random.below(60), random.between(1, 59)];
    const clock = time.map((part) => padded(part, 2)).join(':');
    const sign = random.below(5) === 0 ? '-' : '';
    return `${sign}${days > 0 ? `${days}.` : ''}${clock}${drawFraction(random)}`;
}

/** @type {Draw} */
function drawUuid(random) {
    const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** @type {Draw} */
function drawI64(random) {
    const magnitude = BigInt(random.below(2 ** 31)) * 2n ** 32n + BigInt(random.below(2 ** 32));
    return String(random.below(4) === 0 ? -magnitude : magnitude);
}

/** @type {Draw} */
function drawJson(random) {
    return random.pick([
        { beam: random.between(1, 9), hues: ['amber', '호박색'] },
        [random.below(100), 'steady', true],
        'plain',
        random.below(1000) / 4,
    ]);
}

/** @type {Record<string, Draw>} */
const DRAW = {
    i32: edgesFirst(EDGE_I32, (random) => random.between(-50_000, 50_000)),
    i64: edgesFirst(EDGE_I64, drawI64),
    // Three decimals below 100 survive the way through an f32 and back as the same text.
    f32: edgesFirst(EDGE_F32, (random) => random.below(100_000) / 1000),
    f64: edgesFirst(EDGE_F64, (random) => random.uniform() * 1e6),
    bool: (random) => random.below(2) === 1,
    string: (random, row) => `${random.pick(TEXTS)}${row % 3 === 0 ? '' : ` ${row}`}`,
    uuid: drawUuid,
    enum: (random) => random.between(1, 6),
    datetime: edgesFirst(EDGE_DATETIME, drawDatetime),
    timespan: edgesFirst(EDGE_TIMESPAN, drawTimespan),
    json: drawJson,
};

/** @type {Member} */
const ID = { column: { name: 'id', type: 'i32' }, draw: (_, row) => row + 1 };

/**
 * @param {string} name
 * @param {string} type
 * @returns {Member}
 */
function plain(name, type) {
    return { column: { name, type }, draw: DRAW[type] };
}

/**
 * @param {string} name
 * @param {string} type
 * @returns {Member}
 */
function optional(name, type) {
    const draw = DRAW[type];
    return {
        column: { name, type, optional: true },
        draw: (random, row) => (random.below(3) === 0 ? null : draw(random, row)),
    };
}

/**
 * @param {string} name
 * @param {string} type
 * @param {{ optional?: boolean, optionalElements?: boolean }} [absence]
 * @returns {Member}
 */
function list(name, type, absence = {}) {
    // Row numbers of no edge case: an edge in every array would hide what is typical.
    const drawElement = (/** @type {Random} */ random) =>
        absence.optionalElements && random.below(4) === 0
            ? null
            : DRAW[type](random, 100 + random.below(ROWS));
    return {
        column: { name, type, array: true, ...absence },
        draw: (random) => {
            if (absence.optional && random.below(5) === 0) return null;
            return Array.from({ length: random.below(5) }, () => drawElement(random));
        },
    };
}

/**
 * @param {string} name
 * @param {Member[]} members
 * @param {number} seed
 * @returns {SampleTable}
 */
function buildTable(name, members, seed) {
    const columns = members.map(({ column }, index) => ({ tag: index + 1, ...column }));
    const streams = columns.map((column) => createRandom(seed, `${name}/${column.name}`));
    const rows = Array.from({ length: ROWS }, (_, row) =>
        Object.fromEntries(
            members.map(({ column, draw }, index) => [column.name, draw(streams[index], row)]),
        ),
    );
    return { name, schema: { columns }, rows };
}

/** @param {number} seed */
function scalarTable(seed) {
    return buildTable(
        'LampLog',
        [
            ID,
            plain('keeperId', 'uuid'),
            plain('litAt', 'datetime'),
            plain('burnTime', 'timespan'),
            plain('oilLevel', 'i32'),
            plain('lumenTotal', 'i64'),
            plain('brightness', 'f32'),
            plain('azimuth', 'f64'),
            plain('isLit', 'bool'),
            plain('glass', 'enum'),
            plain('remark', 'string'),
            plain('settings', 'json'),
            optional('reliefId', 'uuid'),
            optional('snuffedAt', 'datetime'),
            optional('delay', 'timespan'),
            optional('visitors', 'i32'),
            optional('debt', 'i64'),
            optional('haze', 'f32'),
            optional('bearing', 'f64'),
            optional('inspected', 'bool'),
            optional('fault', 'enum'),
            optional('reply', 'string'),
        ],
        seed,
    );
}

/** @param {number} seed */
function arrayTable(seed) {
    const both = { optional: true, optionalElements: true };
    return buildTable(
        'SignalBook',
        [
            ID,
            list('flashes', 'i32'),
            list('checksums', 'i64', { optionalElements: true }),
            list('angles', 'f32', { optional: true }),
            list('distances', 'f64', both),
            list('pattern', 'bool', { optionalElements: true }),
            list('colours', 'enum', both),
            list('phrases', 'string', { optionalElements: true }),
            list('stations', 'uuid', both),
            list('sentAt', 'datetime', { optional: true }),
            list('pauses', 'timespan', both),
        ],
        seed,
    );
}

/**
 * Records: one a row, one inside another, an array at a leaf, and an array of records.
 * @param {number} seed
 * @returns {SampleTable}
 */
function recordTable(seed) {
    const random = createRandom(seed, 'Expedition');
    const columns = [
        { name: 'id', type: 'i32' },
        { name: 'title', type: 'string' },
        { name: 'berthDeck', type: 'i32', path: ['berth', 'deck'] },
        { name: 'berthSide', type: 'string', path: ['berth', 'side'] },
        { name: 'lampHue', type: 'enum', path: ['lamp', 'glass', 'hue'] },
        { name: 'lampHeight', type: 'f64', path: ['lamp', 'height'] },
        { name: 'routeStops', type: 'i32', array: true, path: ['route', 'stops'] },
        { name: 'routeNames', type: 'string', array: true, path: ['route', 'names'] },
        { name: 'cargoGood', type: 'i32', array: true, records: true, path: ['cargo', 'good'] },
        { name: 'cargoName', type: 'string', array: true, records: true, path: ['cargo', 'name'] },
        { name: 'cargoWorth', type: 'i64', array: true, records: true, path: ['cargo', 'worth'] },
    ].map((column, index) => ({ tag: index + 1, ...column }));
    const rows = Array.from({ length: ROWS }, (_, row) => {
        const stops = Array.from({ length: random.below(4) }, () => random.between(1, 500));
        return {
            id: row + 1,
            title: DRAW.string(random, row),
            berth: { deck: random.between(1, 4), side: random.pick(['port', 'starboard', '']) },
            lamp: { glass: { hue: random.between(1, 6) }, height: random.between(20, 400) },
            route: { stops, names: stops.map((stop) => `정박지 ${stop}`) },
            cargo: Array.from({ length: random.below(4) }, () => ({
                good: random.between(1, 480),
                name: random.pick(TEXTS),
                worth: drawI64(random, row),
            })),
        };
    });
    return { name: 'Expedition', schema: { columns }, rows };
}

/**
 * @param {{ seed?: number }} [options]
 * @returns {SampleTable[]}
 */
export function typeTables({ seed = 1 } = {}) {
    return [scalarTable(seed), arrayTable(seed), recordTable(seed)];
}
