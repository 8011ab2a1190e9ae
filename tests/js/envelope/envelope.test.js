/** The envelope: the table of MAC field and key, all combinations, damage, secrecy. */
import assert from 'node:assert/strict';
import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { buildSync } from 'esbuild';
import { macOf } from '../../../js/envelope/crypto.js';
import { TcbError, open, seal } from '../../../js/envelope/envelope.js';
import {
    COMBINATIONS, bitFlips, bytesFrom, changed, encryptionKey, fromHex, macKey, otherKey, toHex, utf8, vectorFile,
    withoutWebCrypto,
} from './envelope-cases.js';

/** @import { OpenOptions } from '../../../js/envelope/envelope.js' */

const FIXTURES = new URL('../../fixtures/', import.meta.url);
/** @param {string} name */
const fixture = (name) => new Uint8Array(readFileSync(new URL(name, FIXTURES)));
const small = fixture('whole-file.tcb');

/**
 * The error of a call that must fail with a TcbError.
 * @param {Promise<unknown>} call
 * @returns {Promise<TcbError & Error>}
 */
async function failure(call) {
    const error = await call.then((result) => assert.fail(`expected an error, found ${result}`), (reason) => reason);
    assert.ok(error instanceof TcbError, String(error));
    return error;
}

/** @param {Uint8Array} bytes @param {OpenOptions} [options] */
const codeOf = async (bytes, options) => (await failure(open(bytes, options))).code;

/**
 * What `open` makes of it: the code of its error, or null.
 * @param {Uint8Array} bytes @param {OpenOptions} [options]
 */
const outcome = (bytes, options) => open(bytes, options).then(() => null, (error) => {
    assert.ok(error instanceof TcbError, String(error));
    return error.code;
});

/**
 * The envelope again, by other primitives.
 * @param {Uint8Array} plain
 * @param {{ encryptionKey?: string, macKey?: string }} keys
 */
function sealByOpenSsl(plain, keys) {
    const file = Buffer.from(plain);
    if (keys.encryptionKey) {
        const nonce = createHash('sha256').update(file.subarray(38)).digest().subarray(0, 12);
        const cipher = createCipheriv('chacha20', Buffer.from(keys.encryptionKey, 'hex'),
            Buffer.concat([Buffer.alloc(4), nonce]));
        const body = cipher.update(file.subarray(38));
        file[8] = 1;
        file[9] = 1;
        file.set(nonce, 10);
        file.set(body, 38);
    }
    if (keys.macKey) {
        const mac = createHmac('sha256', Buffer.from(keys.macKey, 'hex'))
            .update(file.subarray(0, 22)).update(file.subarray(38)).digest();
        file.set(mac.subarray(0, 16), 22);
    }
    return file;
}

const files = readdirSync(FIXTURES).filter((name) => name.endsWith('.tcb'));

for (const [name, keys] of Object.entries(COMBINATIONS)) {
    test(`${name}: opening what was sealed gives the very same bytes, for every fixture`, async () => {
        assert.ok(files.length > 100);
        for (const file of files) {
            const plain = fixture(file);
            const sealed = await seal(plain, keys);
            assert.equal(sealed.length, plain.length, file);
            assert.deepEqual(await open(sealed, keys), plain, file);
        }
    });

    test(`${name}: sealing gives the bytes that OpenSSL gives, at every length of body and on both paths`, async () => {
        for (let length = 42; length < 42 + 130; length++) {
            const plain = new Uint8Array(length);
            plain.set(small.subarray(0, 42));
            plain.set(bytesFrom(length - 42, (i) => i * 17 + length), 42);
            const expected = toHex(sealByOpenSsl(plain, keys));
            assert.equal(toHex(await seal(plain, keys)), expected, `${length} bytes`);
            assert.equal(toHex(await withoutWebCrypto(() => seal(plain, keys))), expected, `${length} bytes`);
            assert.deepEqual(await withoutWebCrypto(() => open(sealByOpenSsl(plain, keys), keys)), plain);
        }
    });

    test(`${name}: sealing twice gives the same file, and neither call changes what it is given`, async () => {
        const plain = small.slice();
        const first = await seal(plain, keys), second = await seal(plain, keys);
        assert.deepEqual(first, second);
        assert.deepEqual(plain, small);
        const kept = first.slice();
        const opened = await open(first, keys);
        assert.deepEqual(first, kept);
        assert.notEqual(opened.buffer, first.buffer);
    });
}

test('an encrypted file has flags bit 0, cipher 1, and a nonce of the SHA-256 of its plain bytes', async () => {
    const sealed = await seal(small, { encryptionKey });
    assert.deepEqual([sealed[8], sealed[9]], [1, 1]);
    assert.equal(toHex(sealed.subarray(10, 22)), createHash('sha256').update(small.subarray(38)).digest('hex').slice(0, 24));
    assert.deepEqual(sealed.subarray(22, 38), new Uint8Array(16), 'not signed');
    assert.notDeepEqual(sealed.subarray(38, 42), small.subarray(38, 42), 'the key check is ciphertext');
    assert.deepEqual(sealed.subarray(0, 8), small.subarray(0, 8));
    const other = await seal(changed(small, { [small.length - 1]: 0 }), { encryptionKey });
    assert.notDeepEqual(other.subarray(10, 22), sealed.subarray(10, 22), 'another file has another nonce');
});

test('a signed file differs from the plain one in its MAC field alone', async () => {
    const sealed = await seal(small, { macKey });
    assert.notDeepEqual(sealed.subarray(22, 38), new Uint8Array(16));
    assert.deepEqual(sealed.slice().fill(0, 22, 38), small);
});

test('the MAC covers what is stored: signing comes after encryption', async () => {
    const both = await seal(small, { encryptionKey, macKey }), encrypted = await seal(small, { encryptionKey });
    assert.deepEqual(both.slice().fill(0, 22, 38), encrypted);
    assert.deepEqual(both.subarray(22, 38), await macOf(encrypted, fromHex(macKey)));
});

for (const [name, keys] of Object.entries(COMBINATIONS)) {
    const { encryptionKey: key } = keys;
    const isSigned = Boolean(keys.macKey);

    test(`${name}: the MAC field and the reader's MAC key decide as the format's table says`, async () => {
        const file = await seal(small, keys);
        assert.deepEqual(await open(file, { encryptionKey: key }), small, 'without a MAC key');
        for (const given of [macKey, otherKey]) {
            const options = { encryptionKey: key, macKey: given };
            assert.equal(await outcome(file, options), !isSigned ? 'MAC_MISSING' : given === macKey ? null : 'MAC_MISMATCH');
            assert.deepEqual(await open(file, { ...options, verifyMac: false }), small, 'not verified');
        }
        const zeroed = file.slice().fill(0, 22, 38);
        assert.equal(await codeOf(zeroed, { encryptionKey: key, macKey }), 'MAC_MISSING');
        assert.equal(await outcome(zeroed, { encryptionKey: key, macKey, verifyMac: undefined }), 'MAC_MISSING');
        const random = file.slice().fill(0x5a, 22, 38);
        assert.equal(await codeOf(random, { encryptionKey: key, macKey }), 'MAC_MISMATCH');
        assert.deepEqual(await open(random, { encryptionKey: key }), small, 'read unverified');
    });

    if (isSigned) {
        test(`${name}: every single-bit change is refused with the MAC key`, async () => {
            const file = await seal(small, keys);
            const codes = new Set();
            for (const { at, bit, copy } of bitFlips(file)) {
                const expected = at < 4 ? 'SIGNATURE' : at < 8 ? 'VERSION' : 'MAC_MISMATCH';
                assert.equal(await outcome(copy, keys), expected, `byte ${at}, bit ${bit}`);
                codes.add(expected);
            }
            assert.equal(codes.size, 3);
            assert.deepEqual(await open(file, keys), small);
        });

        test(`${name}: every truncation and every longer file is refused with the MAC key`, async () => {
            const file = await seal(small, keys);
            for (let length = 0; length < file.length; length++) {
                const expected = length < 42 ? 'TRUNCATED' : 'MAC_MISMATCH';
                assert.equal(await codeOf(file.subarray(0, length), keys), expected, `${length} bytes`);
            }
            assert.equal(await codeOf(Buffer.concat([file, new Uint8Array(1)]), keys), 'MAC_MISMATCH');
        });
    } else {
        test(`${name}: an unsigned file is not authenticated: changes of its body are not seen`, async () => {
            const file = await seal(small, keys);
            let accepted = 0;
            for (const { at, bit, copy } of bitFlips(file)) {
                const code = await outcome(copy, keys);
                // The nonce makes the key stream, which the key check shows; nothing looks at it in a plain file.
                const expected = at < 4 ? 'SIGNATURE' : at < 8 ? 'VERSION'
                    : at === 8 ? (bit > 0 ? 'FLAGS' : 'CIPHER')
                        : at === 9 ? 'CIPHER' : at < 22 && key ? 'KEY_WRONG'
                            : at >= 38 && at < 42 ? (key ? 'KEY_WRONG' : 'KEY_CHECK') : null;
                assert.equal(code, expected, `byte ${at}, bit ${bit}`);
                if (code === null && at >= 42) {
                    accepted++;
                    assert.notDeepEqual(await open(copy, keys), small, `byte ${at}, bit ${bit}`);
                }
            }
            assert.equal(accepted, (small.length - 42) * 8);
        });
    }
}

test('a plain file without nonce and MAC comes back as it is, with or without an encryption key', async () => {
    assert.deepEqual(await open(small), small);
    assert.deepEqual(await open(small, {}), small);
    assert.deepEqual(await open(small, { encryptionKey }), small);
    assert.deepEqual(await withoutWebCrypto(() => open(small)), small);
});

test('a nonce that no encryption uses is zeroed, in opening and in sealing', async () => {
    const noisy = small.slice().fill(7, 10, 22);
    for (const options of [{}, { encryptionKey }]) assert.deepEqual(await open(noisy, options), small);
    assert.deepEqual(await open(sealByOpenSsl(noisy, { macKey }), { macKey }), small);
    for (const keys of [{}, ...Object.values(COMBINATIONS)]) {
        assert.deepEqual(await seal(noisy, keys), await seal(small, keys));
        assert.deepEqual(await open(await seal(noisy, keys), keys), small);
    }
});

test('opening leaves no MAC behind, verified or not', async () => {
    for (const keys of [COMBINATIONS.signed, COMBINATIONS['encrypted and signed']]) {
        const file = await seal(small, keys);
        for (const options of [keys, { ...keys, verifyMac: false }, { ...keys, macKey: undefined }]) {
            assert.deepEqual((await open(file, options)).subarray(8, 38), new Uint8Array(30));
        }
    }
});

test('an encrypted file without a key, with a key of another length and with the wrong key differ in code', async () => {
    const file = await seal(small, { encryptionKey });
    const missing = await failure(open(file));
    assert.equal(missing.code, 'KEY_MISSING');
    assert.match(missing.message, /encrypted.*no encryption key/);
    const short = await failure(open(file, { encryptionKey: encryptionKey.slice(2) }));
    assert.equal(short.code, 'KEY_LENGTH');
    assert.match(short.message, /encryption key.*expected 64 hexadecimal digits, found 62/);
    const wrong = await failure(open(file, { encryptionKey: otherKey }));
    assert.equal(wrong.code, 'KEY_WRONG');
    assert.match(wrong.message, /encryption key is not the one/);
    assert.equal(new Set([missing, short, wrong].map(({ message }) => message)).size, 3);
});

test('the wrong key is told by the key check alone, before any value is read', async () => {
    const header = small.subarray(0, 42); // no body at all: nothing else could tell
    const file = await seal(header, { encryptionKey });
    assert.equal(await codeOf(file), 'KEY_MISSING');
    assert.equal(await codeOf(file, { encryptionKey: encryptionKey + '0' }), 'KEY_LENGTH');
    assert.equal(await codeOf(file, { encryptionKey: otherKey }), 'KEY_WRONG');
    assert.deepEqual(await open(file, { encryptionKey }), header);
});

test('checks come in the order of the format: signature, version, MAC, decryption, key check, flags', async () => {
    // Each step takes away the fault that was found.
    const bad = changed(await seal(small, { encryptionKey, macKey }), { 0: 0x55, 4: 106, 8: 3, 9: 2 });
    const wrong = { encryptionKey: otherKey, macKey };
    assert.equal(await codeOf(bad, wrong), 'SIGNATURE');
    bad[0] = 0x54;
    assert.equal(await codeOf(bad, wrong), 'VERSION');
    bad[4] = 107;
    assert.equal(await codeOf(bad, wrong), 'MAC_MISMATCH');
    assert.equal(await codeOf(bad, { macKey }), 'MAC_MISMATCH', 'before a missing encryption key');
    bad.set(await macOf(bad, fromHex(macKey)), 22);
    assert.equal(await codeOf(bad, wrong), 'CIPHER');
    bad[9] = 1;
    bad.set(await macOf(bad, fromHex(macKey)), 22);
    assert.equal(await codeOf(bad, { macKey }), 'KEY_MISSING');
    assert.equal(await codeOf(bad, wrong), 'KEY_WRONG');
    assert.equal(await codeOf(bad, { encryptionKey, macKey }), 'FLAGS');
    bad[8] = 1;
    bad.set(await macOf(bad, fromHex(macKey)), 22);
    assert.deepEqual(await open(bad, { encryptionKey, macKey }), small);
});

test('errors of a header tell what was expected, what was found, and where', async () => {
    /** @type {[Uint8Array, string, number, number | undefined, number | undefined][]} */
    const cases = [
        [utf8('<!doctype html>'), 'SIGNATURE', 0, 0x00424354, 0x6f64213c],
        [changed(small, { 4: 106 }), 'VERSION', 4, 107, 106],
        [vectorFile, 'VERSION', 4, 107, 105],
        [small.subarray(0, 41), 'TRUNCATED', 41, 42, 41],
        [new Uint8Array(0), 'TRUNCATED', 0, 42, 0],
        [changed(small, { 8: 2 }), 'FLAGS', 8, 0, 2],
        [changed(small, { 9: 1 }), 'CIPHER', 9, 0, 1],
        [changed(small, { 8: 1, 9: 0 }), 'CIPHER', 9, 1, 0],
        [changed(small, { 38: 0x55 }), 'KEY_CHECK', 38, 0x00424354, 0x00424355],
    ];
    for (const [bytes, code, offset, expected, found] of cases) {
        const error = await failure(open(bytes, { file: 'Item.tcb', encryptionKey }));
        assert.deepEqual({ code: error.code, offset: error.offset, expected: error.expected, found: error.found },
            { code, offset, expected, found }, error.message);
        assert.match(error.message, /^Item\.tcb: /);
        assert.equal(error.file, 'Item.tcb');
        assert.equal((await failure(seal(bytes))).code, code === 'CIPHER' && bytes[8] ? 'SEALED' : code);
    }
    assert.match((await failure(open(changed(small, { 4: 106 })))).message, /version 106 .* version 107/);
});

test('what is sealed is not sealed again', async () => {
    for (const [name, keys] of Object.entries(COMBINATIONS)) {
        const file = await seal(small, keys);
        if (name === 'plain') continue;
        const error = await failure(seal(file, { encryptionKey: otherKey }));
        assert.equal(error.code, 'SEALED', name);
        assert.match(error.message, new RegExp(`found one that is ${keys.encryptionKey ? 'encrypted' : 'signed'}`));
    }
});

test('keys are taken as digits of either case, or as 32 bytes anywhere in a buffer', async () => {
    const expected = await seal(small, { encryptionKey, macKey });
    assert.deepEqual(await seal(small, { encryptionKey: encryptionKey.toUpperCase(), macKey: fromHex(macKey) }), expected);
    const pool = new Uint8Array(100);
    pool.set(fromHex(macKey), 5);
    const options = { encryptionKey: Buffer.from(encryptionKey, 'hex'), macKey: pool.subarray(5, 37) };
    assert.deepEqual(await seal(small, options), expected);
    assert.deepEqual(await open(expected, options), small);
});

test('keys of another length or with other characters are refused, each by its name', async () => {
    for (const [option, name] of [['encryptionKey', 'encryption key'], ['macKey', 'MAC key']]) {
        for (const call of [open, seal]) {
            for (const key of ['', macKey.slice(1), macKey + '0', macKey + '\n', '0x' + macKey, fromHex(macKey).subarray(1),
                new Uint8Array(64), new Uint8Array(0)]) {
                const error = await failure(call(small, { [option]: key }));
                assert.equal(error.code, 'KEY_LENGTH');
                assert.match(error.message, new RegExp(`the ${name} .*found ${key.length}$`));
            }
            const error = await failure(call(small, { [option]: 'g' + macKey.slice(1) }));
            assert.equal(error.code, 'KEY_DIGITS');
            assert.ok(error.message.includes(name));
        }
    }
});

test('equal keys are refused, however they are written', async () => {
    for (const other of [macKey, macKey.toUpperCase(), fromHex(macKey)]) {
        assert.equal((await failure(seal(small, { encryptionKey: other, macKey }))).code, 'KEYS_EQUAL');
        assert.equal(await codeOf(small, { encryptionKey: other, macKey, verifyMac: false }), 'KEYS_EQUAL');
    }
});

test('misuse is a TypeError: what is no key, no option, no bytes', async () => {
    /** @type {[any, any, RegExp][]} */
    const cases = [
        [small, { macKey: null }, /MAC key: .* found null/],
        [small, { encryptionKey: 5 }, /encryption key: .* found a number/],
        [small, { macKey: Array.from(fromHex(macKey)) }, /found \[object Array\]/],
        [small, { mackey: macKey }, /unknown option; known are encryptionKey, macKey/],
        [small, { file: 7 }, /file: expected a string, found a number/],
        [small, null, /object of options, found null/],
        [small, macKey, /object of options, found a string/],
        [small, fromHex(macKey), /object of options, found \[object Uint8Array\]/],
        [undefined, {}, /ArrayBuffer.* found nothing/],
        ['TCB', {}, /found a string/],
        [[...small], {}, /found \[object Array\]/],
    ];
    for (const [bytes, options, message] of cases) {
        for (const call of [open, seal]) {
            await assert.rejects(call(bytes, options), (error) => error instanceof TypeError && message.test(error.message));
        }
    }
    for (const verifyMac of [null, 0, 'false']) {
        await assert.rejects(open(small, /** @type {any} */ ({ verifyMac })), { name: 'TypeError', message: /verifyMac: / });
    }
    await assert.rejects(seal(small, /** @type {any} */ ({ verifyMac: false })), TypeError);
});

test('bytes are taken from any buffer or view, and at once: later changes do not matter', async () => {
    const file = await seal(small, { encryptionKey, macKey });
    const pool = new Uint8Array(file.length + 20);
    pool.set(file, 7);
    const shared = new Uint8Array(new SharedArrayBuffer(file.length));
    shared.set(file);
    for (const source of [file.buffer, pool.subarray(7, 7 + file.length), new DataView(pool.buffer, 7, file.length),
        Buffer.from(file), shared, shared.buffer]) {
        assert.deepEqual(await open(source, { encryptionKey, macKey }), small);
    }
    const key = fromHex(macKey), volatile = file.slice();
    const opening = open(volatile, { encryptionKey, macKey: key });
    volatile.fill(0);
    key.fill(0);
    assert.deepEqual(await opening, small);
});

/**
 * Everything that a person or a logger could get to see of an error, on one line and without indices.
 * @param {any} error
 * @returns {string}
 */
function shown(error) {
    const properties = Object.getOwnPropertyNames(error).map((name) => [name, error[name]]);
    return [error.message, error.stack, String(error), JSON.stringify(error), JSON.stringify(properties),
        inspect(error, { depth: Infinity, showHidden: true, maxArrayLength: null, maxStringLength: null }),
        error.cause ? shown(error.cause) : ''].join('\n').replace(/\s+/g, ' ').replace(/\\*"\d+\\*":/g, '');
}

/** A key in the spellings in which it might slip out, of which a part already is too much. @param {string} key */
function spellings(key) {
    const parts = [];
    for (let i = 0; i + 8 <= key.length; i += 8) parts.push(key.slice(i, i + 8));
    const bytes = fromHex(key.length % 2 ? key.slice(1) : key);
    const groups = [0, 8, 16, 24].map((from) => Array.from(bytes.subarray(from, from + 4)));
    return [...parts, BigInt('0x' + key).toString(), Buffer.from(bytes).toString('base64').slice(0, 12),
        ...groups.flatMap((group) => [group.join(','), group.join(', '), toHex(Uint8Array.from(group)).replace(/..\B/g, '$& ')])];
}

test('no error, nor the console, tells anything of a key', async (t) => {
    const logs = /** @type {const} */ (['log', 'info', 'warn', 'error', 'debug', 'trace'])
        .map((name) => t.mock.method(console, name));
    const keys = [encryptionKey, macKey, otherKey];
    const both = await seal(small, { encryptionKey, macKey }), signed = await seal(small, { macKey });
    const plainAndMac = changed(signed, { 50: 0xee });
    /** @type {[any, any][]} */
    const calls = [
        [both, { encryptionKey: otherKey, macKey }], [both, { encryptionKey, macKey: otherKey }], [both, { macKey }],
        [small, { encryptionKey, macKey }], [plainAndMac, { encryptionKey, macKey }],
        [small.subarray(0, 20), { encryptionKey, macKey }],
        [changed(small, { 0: 0 }), { encryptionKey, macKey }], [changed(small, { 4: 0 }), { encryptionKey, macKey }],
        [changed(small, { 8: 2 }), { encryptionKey }], [changed(small, { 8: 1, 9: 7 }), { encryptionKey }],
        [small, { encryptionKey, macKey: encryptionKey }], [small, { encryptionKey: fromHex(macKey), macKey }],
        [small, { encryptionKey: encryptionKey.slice(1) }], [small, { macKey: fromHex(macKey).subarray(1) }],
        [small, { macKey: macKey + otherKey }], [small, { macKey: `${macKey.slice(0, 63)}z` }],
        [small, { macKey: BigInt('0x' + macKey) }], [small, { macKey: Array.from(fromHex(macKey)) }],
        [small, { macKey: { key: macKey } }], [small, { macKey: Symbol(macKey) }], [small, { [macKey]: true }],
        [small, { encryptionKey, macKey, verifyMac: otherKey }], [small, { encryptionKey, macKey, file: fromHex(otherKey) }],
        [small, macKey], [small, fromHex(macKey)], [macKey, { encryptionKey }], [{ macKey }, { encryptionKey }],
    ];
    let errors = 0;
    for (const [bytes, options] of calls) {
        for (const call of [open, seal]) {
            for (const run of [(/** @type {() => Promise<any>} */ work) => work(), withoutWebCrypto]) {
                const error = await run(() => call(bytes, options).then(() => null, (reason) => reason));
                if (error === null) continue; // seal has no quarrel with some of these
                errors++;
                assert.ok(error instanceof TcbError || error instanceof TypeError, String(error));
                const text = shown(error).toLowerCase();
                for (const key of keys) {
                    for (const spelling of spellings(key)) {
                        assert.ok(!text.includes(spelling.toLowerCase()), `${error.message}: ${spelling}`);
                    }
                }
            }
        }
    }
    assert.ok(errors > 80, `${errors} errors`);
    for (const { mock } of logs) assert.equal(mock.callCount(), 0);
});

test('the search for keys in errors finds them in every place where they could be', () => {
    const leaks = [
        new Error(`key ${macKey}`), new Error('x', { cause: new Error(macKey.toUpperCase()) }), new Error('x', { cause: { macKey } }),
        new TcbError('X', 'x', { found: fromHex(macKey) }), new TcbError('X', 'x', { found: `${fromHex(macKey)}` }),
        Object.assign(new Error('x'), { options: { key: macKey.slice(0, 8) } }),
    ];
    for (const error of leaks) {
        const text = shown(error).toLowerCase();
        assert.ok(spellings(macKey).some((spelling) => text.includes(spelling.toLowerCase())), inspect(error));
    }
});

test('the error of a MAC that does not fit does not tell the one that would', async () => {
    const forged = changed(await seal(small, { macKey }), { 50: 0xee });
    const fitting = toHex(await macOf(forged, fromHex(macKey)));
    const error = await failure(open(forged, { macKey }));
    assert.equal(error.code, 'MAC_MISMATCH');
    assert.ok(!shown(error).includes(fitting.slice(0, 8)));
    assert.deepEqual([error.expected, error.found], [undefined, undefined]);
});

test('ciphers load by dynamic import only, and decoding loads no envelope', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    /** @param {string} entry */
    const graph = (entry) => buildSync({
        absWorkingDir: root, entryPoints: [entry], outdir: 'none', write: false,
        bundle: true, metafile: true, format: 'esm', splitting: true,
    }).metafile.inputs;
    for (const entry of ['js/index.js', 'js/decode.js']) {
        assert.deepEqual(Object.keys(graph(entry)).filter((path) => /envelope|crypto|chacha|sha256|noble/.test(path)), [], entry);
    }
    const inputs = graph('js/envelope.js');
    assert.deepEqual(Object.keys(inputs).sort(),
        ['build/js/chacha20.js', 'build/js/sha256.js', 'js/envelope.js', 'js/envelope/crypto.js', 'js/envelope/envelope.js', 'js/values/errors.js']);
    for (const [path, { imports }] of Object.entries(inputs)) {
        for (const { path: imported, kind } of imports) {
            const expected = imported.startsWith('build/js/') ? 'dynamic-import' : 'import-statement';
            assert.equal(kind, expected, `${path} imports ${imported}`);
        }
    }
});
