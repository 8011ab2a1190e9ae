import assert from 'node:assert/strict';
import test from 'node:test';

import { jsonText } from '../../../js/values/json.js';
import { dateToTicks, parseDatetime, parseInt64, parseTimespan, parseUuid } from '../../../js/write/parse.js';
import { datetimeText, floatJson, ticksToDate, timespanText, uuidText } from '../../../js/values/text.js';

const LAST_TICK = 3155378975999999999n;
const INT64_MAX = 9223372036854775807n;
const INT64_MIN = -9223372036854775808n;

/** @type {[bigint, string][]} */
const DATETIMES = [
    [0n, '0001-01-01T00:00:00'],
    [1n, '0001-01-01T00:00:00.0000001'],
    [621355968000000000n, '1970-01-01T00:00:00'],
    [621355967999999999n, '1969-12-31T23:59:59.9999999'],
    [621355967999999990n, '1969-12-31T23:59:59.999999'],
    [637786098000000000n, '2022-01-24T08:30:00'],
    [637786098000010000n, '2022-01-24T08:30:00.001'],
    [LAST_TICK, '9999-12-31T23:59:59.9999999'],
];

test('writes and reads datetimes from the first tick to the last', () => {
    for (const [ticks, text] of DATETIMES) {
        assert.equal(datetimeText(ticks), text);
        assert.equal(parseDatetime(text), ticks);
    }
});

test('agrees with Date on every kind of day', () => {
    for (let ms = -62135596800000; ms < 253402300800000; ms += 8.64e7 * 3001 + 12345678) {
        const ticks = BigInt(ms) * 10000n + 621355968000000000n;
        const iso = new Date(ms).toISOString();
        assert.equal(datetimeText(ticks), iso.replace(/\.?0*Z$/, ''));
        assert.equal(ticksToDate(ticks).getTime(), ms);
        assert.equal(dateToTicks(new Date(ms)), ticks);
    }
});

test('keeps ticks that no DateTime has as their digits', () => {
    for (const ticks of [-1n, LAST_TICK + 1n, INT64_MAX, INT64_MIN]) {
        assert.equal(datetimeText(ticks), String(ticks));
        assert.equal(parseDatetime(String(ticks)), ticks);
    }
});

test('refuses text that is no datetime', () => {
    const texts = ['', '2024-03-01', '2024-03-01 12:30:00', '2024-03-01T12:30',
        '2024-03-01T12:30:00Z', '2024-02-30T00:00:00', '2023-02-29T00:00:00',
        '2024-01-01T24:00:00', '2024-13-01T00:00:00',
        '2024-01-01T00:60:00', '2024-01-01T00:00:60', '0000-01-01T00:00:00', '2024-01-01T00:00:00.',
        '2024-01-01T00:00:00.12345678', '10000-01-01T00:00:00', '+002024-01-01T00:00:00', '5', '-0',
        '9223372036854775808', '2024-01-01T00:00:00\n'];
    for (const text of texts) assert.equal(parseDatetime(text), null, text);
});

test('cuts a Date below its milliseconds, before 1970 too', () => {
    assert.equal(ticksToDate(621355967999999999n).getTime(), -1);
    assert.equal(ticksToDate(621355968000019999n).getTime(), 1);
    assert.equal(ticksToDate(1n).toISOString(), '0001-01-01T00:00:00.000Z');
    assert.equal(ticksToDate(LAST_TICK).toISOString(), '9999-12-31T23:59:59.999Z');
});

test('refuses a Date that is invalid or beyond int64', () => {
    assert.equal(dateToTicks(new Date(NaN)), null);
    assert.equal(dateToTicks(new Date(8.64e15)), null);
});

/** @type {[bigint, string][]} */
const TIMESPANS = [
    [0n, '00:00:00'],
    [10000000n, '00:00:01'],
    [37230000000n, '01:02:03'],
    [937840000000n, '1.02:03:04'],
    [-937840000000n, '-1.02:03:04'],
    [-5000000n, '-00:00:00.5000000'],
    [1n, '00:00:00.0000001'],
    [863999999999n, '23:59:59.9999999'],
    [INT64_MAX, '10675199.02:48:05.4775807'],
    [INT64_MIN, '-10675199.02:48:05.4775808'],
];

test('writes and reads timespans over the whole of int64', () => {
    for (const [ticks, text] of TIMESPANS) {
        assert.equal(timespanText(ticks), text);
        assert.equal(parseTimespan(text), ticks);
    }
});

test('reads a timespan with fewer digits after the point', () => {
    assert.equal(parseTimespan('00:00:00.5'), 5000000n);
});

test('refuses text that is no timespan', () => {
    const texts = ['', '1', '01:02', '24:00:00', '00:60:00', '00:00:60', '1:2:3', '+01:02:03',
        '1.01:02', '00:00:00.12345678', '10675199.02:48:05.4775808', '99999999.00:00:00', '- 01:02:03'];
    for (const text of texts) assert.equal(parseTimespan(text), null, text);
});

test('writes and reads uuids in Guid order, whose first three groups are little endian', () => {
    const bytes = Uint8Array.from([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 255]);
    const text = '00010203-0405-0607-0809-0a0b0c0d0eff';
    assert.equal(uuidText(bytes), text);
    assert.deepEqual(parseUuid(text), bytes);
    assert.deepEqual(parseUuid(text.toUpperCase()), bytes);
    assert.equal(uuidText([9, 9, ...bytes], 2), text);
});

test('refuses text that is no uuid', () => {
    const texts = ['', '00010203-0405-0607-0809-0a0b0c0d0ef',
        '{00010203-0405-0607-0809-0a0b0c0d0eff}',
        '0001020304050607-0809-0a0b-0c0d-0eff', '00010203-0405-0607-0809-0a0b0c0d0efg',
        '000102030405060708090a0b0c0d0eff'];
    for (const text of texts) assert.equal(parseUuid(text), null, text);
});

test('reads 64-bit digits only in their one spelling', () => {
    for (const text of ['0', '-1', String(INT64_MAX), String(INT64_MIN)]) {
        assert.equal(parseInt64(text), BigInt(text));
    }
    const bad = ['', '-', '-0', '01', '+1', ' 1', '1 ', '1.0', '0x1', String(INT64_MAX + 1n)];
    for (const text of bad) {
        assert.equal(parseInt64(text), null, text);
    }
});

test('spells a 32-bit float as the shortest decimal that gives it again', () => {
    const decimals = [0.1, -0.1, 1.1, 3600000.8, 1e-8, 16777216, 1e10, 3.4028235e38, 1e-45,
        1.1754944e-38, 0.3, 123456.7, 5, 0, 1 / 3];
    for (const decimal of decimals) {
        const single = Math.fround(decimal);
        const json = /** @type {number} */ (floatJson(single, true));
        assert.equal(Math.fround(json), single);
        if (decimal !== 1 / 3) assert.equal(json, decimal);
    }
    assert.equal(floatJson(Math.fround(1 / 3), true), 0.33333334);
    assert.ok(Object.is(floatJson(-0, true), -0));
});

test('spells every pattern of float bits so that it comes back', () => {
    const bits = new Uint32Array(1);
    const single = new Float32Array(bits.buffer);
    for (let i = 0; i < 20000; i++) {
        bits[0] = Math.imul(i, 2654435761);
        const json = floatJson(single[0], true);
        assert.ok(Object.is(Math.fround(Number(json)), single[0]), String(single[0]));
    }
});

test('leaves a 64-bit float as it is', () => {
    assert.equal(floatJson(0.10000000149011612, false), 0.10000000149011612);
});

test('spells what JSON has no number for as a word', () => {
    assert.deepEqual([NaN, Infinity, -Infinity].map((value) => floatJson(value, true)),
        ['NaN', 'Infinity', '-Infinity']);
});

test('writes JSON text that parses to the very same value', () => {
    const value = [{ a: -0, b: [1, 'x\ud800', null, true], ['__proto__']: 1, c: 1e58 }, [], {}];
    assert.equal(jsonText(value),
        '[{"a":-0,"b":[1,"x\\ud800",null,true],"__proto__":1,"c":1e+58},[],{}]');
    assert.deepEqual(JSON.parse(jsonText(value)), value);
    assert.equal(jsonText({ a: undefined, b: 1 }), '{"b":1}');
});

test('refuses what JSON would lose', () => {
    for (const value of [NaN, Infinity, undefined, 1n, () => 1, Symbol(), new Date(), new Map(),
        [undefined], { a: NaN }]) {
        assert.throws(() => jsonText(value), TypeError);
    }
    /** @type {unknown[]} */
    const ring = [];
    ring.push(ring);
    assert.throws(() => jsonText(ring), { name: 'TypeError', message: /deeper than 1000/ });
});
