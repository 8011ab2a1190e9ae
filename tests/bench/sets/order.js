/**
 * Orders of 50 fields and a picture: the bytes as decimal numbers, as base64 and as bytes.
 */

import { keyOf, nameOf, sentenceOf } from '../data/words.js';
import { buildTable, drawUuid } from './table.js';

/**
 * @import { SampleTable } from '../data/json.js'
 * @import { Random } from '../data/random.js'
 * @import { ColumnRule } from './table.js'
 */

export const ORDERS = 100;
const PICTURE_BYTES = 7_000;
const LINES = 8;

/** Bytes as a compressed picture has them: all equally likely. @param {Random} random */
function drawPicture(random) {
    const bytes = new Uint8Array(PICTURE_BYTES);
    for (let i = 0; i < bytes.length; i++) bytes[i] = random.below(256);
    return bytes;
}

/** @typedef {{ column: Omit<ColumnRule, 'draw' | 'name'>, of: (bytes: Uint8Array) => any }} PictureForm */

/** The picture as the rows hold it. @type {Readonly<Record<string, PictureForm>>} */
const PICTURES = Object.freeze({
    numbers: { column: { type: 'i32', array: true }, of: (bytes) => [...bytes] },
    base64: { column: { type: 'string' }, of: (bytes) => Buffer.from(bytes).toString('base64') },
    bytes: { column: { type: 'bytes' }, of: (bytes) => bytes },
});

/** @returns {ColumnRule[]} */
function orderFields() {
    const whole = (/** @type {string} */ name, /** @type {number} */ low, /** @type {number} */ high) =>
        ({ name, type: 'i32', draw: (/** @type {Random} */ random) => random.between(low, high) });
    const money = (/** @type {string} */ name) =>
        ({ name, type: 'f64', draw: (/** @type {Random} */ random) => random.below(1_000_000) / 100 });
    const flag = (/** @type {string} */ name) =>
        ({ name, type: 'bool', draw: (/** @type {Random} */ random) => random.below(2) === 1 });
    const text = (/** @type {string} */ name, /** @type {(random: Random) => string} */ draw) =>
        ({ name, type: 'string', draw });
    const name = (/** @type {Random} */ random) => nameOf(random.below(300));
    const address = (/** @type {string} */ of) => [
        text(`${of}Name`, (random) => `${name(random)} ${name(random)}`),
        text(`${of}Street`, (random) => `${name(random)} Quay ${random.between(1, 300)}`),
        text(`${of}Town`, name),
        text(`${of}Code`, (random) => String(random.between(10_000, 99_999))),
        text(`${of}Country`, (random) => random.pick(['KR', 'JP', 'DE', 'FR', 'PT'])),
    ];
    const lines = Array.from({ length: LINES }, (_, i) => [
        text(`good${i + 1}`, (random) => keyOf('GOOD', random.below(5_000))),
        whole(`tally${i + 1}`, 1, 20), money(`price${i + 1}`),
    ]);
    return [
        { name: 'id', type: 'i32', draw: (_, row) => 700_000 + row }, text('reference', drawUuid),
        { name: 'placedAt', type: 'i64', draw: (random) => String(1_700_000_000_000 + random.below(10 ** 10)) },
        whole('customer', 1, 90_000), { name: 'stage', type: 'enum', draw: (random) => random.between(1, 6) },
        ...address('to'), ...address('from'), ...lines.flat(),
        money('freight'), money('duty'), money('rebate'), money('total'), flag('paid'), flag('isGift'), flag('insured'),
        whole('parcels', 1, 9), whole('grams', 50, 30_000), text('remark', (random) => sentenceOf(random.below(900))),
        text('coupon', (random) => keyOf('CPN', random.below(40))),
    ];
}

/**
 * @param {'numbers' | 'base64' | 'bytes'} form of the picture
 * @param {{ orders?: number, seed?: number }} [options]
 * @returns {SampleTable}
 */
export function orderTable(form, { orders = ORDERS, seed = 1 } = {}) {
    const { column, of } = PICTURES[form];
    const picture = { name: 'picture', ...column, draw: (/** @type {Random} */ random) => of(drawPicture(random)) };
    return buildTable('Order', orders, [...orderFields(), picture], seed);
}
