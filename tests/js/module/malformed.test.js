/** Damaged files on the WebAssembly builds; the native tests do the same under AddressSanitizer. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { TcbError } from '../../../js/values/errors.js';
import { hex } from '../../oracle/handmade.js';
import { builds } from '../builds.js';

/** @import { Build } from '../builds.js' */

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith('.tcb'))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, FIXTURES))) }));
const limits = { rows: 1e6, decodedBytes: 2 ** 24 };

/**
 * The error of decoding, or null for a table. A trap would be an INTERNAL error, and fails.
 * @param {Build} build
 * @param {Uint8Array} bytes
 * @param {string} what
 */
function outcome(build, bytes, what) {
    try {
        build.decode(bytes, { limits });
        return null;
    } catch (error) {
        assert.ok(error instanceof TcbError, `${what}: ${error}`);
        assert.notEqual(error.code, 'INTERNAL', what);
        assert.ok(error.offset !== undefined && error.offset <= bytes.length, `${what}: offset ${error.offset}`);
        return error;
    }
}

for (const build of builds.filter(({ slow, encode }) => !slow && !encode)) {
    test(`${build.name}: every truncation of every fixture is refused, and so is a byte too many`, () => {
        for (const { name, bytes } of fixtures) {
            for (let length = 0; length < bytes.length; length++) {
                const what = `${name}, first ${length} bytes`;
                assert.ok(outcome(build, bytes.subarray(0, length), what), what);
            }
            const longer = new Uint8Array(bytes.length + 1);
            longer.set(bytes);
            const { code, expected, found } = outcome(build, longer, name) ?? {};
            assert.deepEqual({ code, expected, found }, { code: 'BLOCK_SUM', expected: bytes.length, found: longer.length }, name);
        }
    });

    test(`${build.name}: every single-byte change of every fixture ends in a table or an error`, () => {
        let tables = 0, errors = 0;
        for (const { name, bytes } of fixtures) {
            const changed = bytes.slice();
            for (let at = 0; at < bytes.length; at++) {
                for (const flip of [0x01, 0x80, 0xff]) {
                    changed[at] = bytes[at] ^ flip;
                    if (outcome(build, changed, `${name}, byte ${at} ^ ${flip}`)) errors++;
                    else tables++;
                }
                changed[at] = bytes[at];
            }
        }
        assert.ok(tables > 1000 && errors > 1000, `${tables} tables, ${errors} errors`);
    });

    test(`${build.name}: a 61-byte file that claims two thousand million rows is refused at its header`, () => {
        const bytes = hex(`54 43 42 00 6b 00 00 00 00 00 00 x12 00 x16 54 43 42 00
            80 d0 ac f3 0e 02       # 2,000,000,000 rows, 1 column
            02 02 03 06 00 00 00    # tag 1, i32, RLE, 6 bytes
            80 d0 ac f3 0e 02       # one run of them all`);
        assert.equal(bytes.length, 61);
        const error = outcome(build, bytes, 'rows');
        assert.equal(error?.code, 'LIMIT_ROWS');
        assert.equal(error?.offset, 42);
        assert.equal(error?.expected, 1e6);
        assert.equal(error?.found, 2e9);
    });

    test(`${build.name}: a file that is refused does not disturb the next one`, () => {
        for (const { name, bytes } of fixtures.slice(0, 20)) {
            outcome(build, bytes.subarray(0, bytes.length - 1), name);
            assert.equal(outcome(build, bytes, name), null, name);
        }
    });
}
