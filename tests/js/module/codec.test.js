/** The codec against the exporter's own tables and against the oracle, on every build. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { KEEP_DICTIONARIES } from '../../../js/module/codec.js';
import { decodeFile } from '../../oracle/decode.js';
import { encodeFile } from '../../oracle/encode.js';
import { columnsFromRows, compareRows } from '../../oracle/fromRows.js';
import { forcedCases } from '../../oracle/plans.js';
import { columnArbitrary } from '../arbitrary.js';
import { toOracle, toRaw } from '../bridge.js';
import { builds, nativeIsBuilt } from '../builds.js';
import { conformanceCases } from '../format/conformance-cases.js';

/** @import { Build } from '../builds.js' */
/** @import { OracleColumn } from '../../oracle/format.js' */

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith('.tcb'))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, FIXTURES))) }));
const conformance = conformanceCases();

/** @param {Uint8Array} bytes */
const md5 = (bytes) => createHash('md5').update(bytes).digest('hex');

/** @param {Build} build @param {Uint8Array} bytes @param {number} [flags] @returns {OracleColumn[]} */
function decoded(build, bytes, flags) {
    const { rowCount, columns } = build.decode(bytes, { flags });
    return columns.map((column) => toOracle(column, rowCount));
}

test('the native build is there, so that the suite runs on it', () => assert.ok(nativeIsBuilt));

if (conformance.length === 0) {
    test('encodes and decodes the exported tables', { skip: '../shared/conformance is absent' }, () => {});
}

for (const build of builds) {
    const { encode } = build;

    for (const { folder, table, rows, schema, size, md5: expected } of conformance) {
        const columns = columnsFromRows(rows, schema);
        if (encode) {
            test(`${build.name}: ${folder}/${table} encodes to the exporter's bytes and back`, () => {
                const bytes = encode({ rowCount: rows.length, columns: columns.map(toRaw) });
                assert.equal(bytes.length, size);
                assert.equal(md5(bytes), expected);
                assert.equal(compareRows(decoded(build, bytes), columns), null);
            });
        } else {
            test(`${build.name}: ${folder}/${table} decodes to the exporter's rows`, () => {
                const bytes = encodeFile({ rowCount: rows.length, columns });
                assert.equal(md5(bytes), expected);
                assert.equal(compareRows(decoded(build, bytes), columns), null);
            });
        }
    }

    test(`${build.name}: every fixture decodes as the oracle decodes it, dictionaries kept or not`, () => {
        for (const { name, bytes } of fixtures) {
            const { columns } = decodeFile(bytes);
            assert.equal(compareRows(decoded(build, bytes), columns), null, name);
            assert.equal(compareRows(decoded(build, bytes, KEEP_DICTIONARIES), columns), null, name);
        }
    });

    if (!build.slow) {
        test(`${build.name}: every composition that a writer may choose decodes as the oracle decodes it`, () => {
            for (const { name, rowCount, column } of forcedCases()) {
                const bytes = encodeFile({ rowCount, columns: [column] });
                assert.equal(compareRows(decoded(build, bytes), decodeFile(bytes).columns), null, name);
            }
        });
    }

    if (!encode) continue;

    test(`${build.name}: decoded columns encode again, with dictionaries kept or not, to what the oracle gives`, () => {
        for (const { name, bytes } of fixtures) {
            const { rowCount, columns } = build.decode(bytes);
            const expected = Buffer.from(encodeFile({
                rowCount, columns: columns.map((column) => toOracle(column, rowCount)),
            }));
            assert.deepEqual(Buffer.from(encode({ rowCount, columns })), expected, name);
            const kept = build.decode(bytes, { flags: KEEP_DICTIONARIES });
            assert.deepEqual(Buffer.from(encode(kept)), expected, `${name}, dictionaries kept`);
        }
    });

    test(`${build.name}: random tables encode as the oracle encodes them, decode to the same, and encode again`, () => {
        fc.assert(fc.property(columnArbitrary, ({ rowCount, columns }) => {
            const expected = encodeFile({ rowCount, columns });
            const bytes = encode({ rowCount, columns: columns.map(toRaw) });
            assert.deepEqual(Buffer.from(bytes), Buffer.from(expected));
            const back = build.decode(bytes);
            assert.equal(compareRows(back.columns.map((column) => toOracle(column, rowCount)), columns), null);
            assert.deepEqual(Buffer.from(encode(back)), Buffer.from(expected));
        }), { numRuns: build.slow ? 40 : 1500 });
    });

    test(`${build.name}: a dictionary of more than 2^16 entries has 32-bit indices`, () => {
        const rows = Array.from({ length: 2 ** 16 + 1 }, (_, i) => `entry ${i}`);
        /** @type {OracleColumn} */
        const column = {
            tag: 1, element: 6, array: false, optional: false, optionalElements: false,
            validity: null, elementValidity: null, rows,
        };
        const bytes = encode({ rowCount: rows.length, columns: [toRaw(column)] });
        assert.equal(md5(bytes), md5(encodeFile({ rowCount: rows.length, columns: [column] })));
        const { columns: [back] } = build.decode(bytes);
        assert.ok(back.indices instanceof Uint32Array);
        assert.deepEqual(toOracle(back, rows.length).rows, rows);
    });
}
