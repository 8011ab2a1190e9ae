/** The primitives of the envelope against published vectors, with WebCrypto and without. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { chacha20, equalBytes, hmacSha256, macOf, sha256 } from '../../../js/envelope/crypto.js';
import { chacha20 as chacha20At } from '../../../build/js/chacha20.js';
import {
    VECTOR_TAG, bitFlips, bytesFrom, changed, fromHex, toHex, utf8, vectorFile, vectorKey, withoutWebCrypto,
} from './envelope-cases.js';

const zeros = new Uint8Array(64);
const countingKey = bytesFrom(32, (i) => i);
const SUNSCREEN = 'Ladies and Gentlemen of the class of \'99: If I could offer you only one tip ' +
    'for the future, sunscreen would be it.';
const JABBERWOCKY = "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\n" +
    'All mimsy were the borogoves,\nAnd the mome raths outgrabe.';

/**
 * RFC 8439: section, key, nonce, counter, plain text, result.
 * @type {[string, Uint8Array, string, number, Uint8Array, string][]}
 */
const CHACHA20_VECTORS = [
    ['2.3.2', countingKey, '000000090000004a00000000', 1, zeros,
        `10f1e7e4d13b5915500fdd1fa32071c4 c7d1f4c733c068030422aa9ac3d46c4e
        d2826446079faa0914c2d705d98b02a2 b5129cd1de164eb9cbd083e8a2503c4e`],
    ['2.4.2', countingKey, '000000000000004a00000000', 1, utf8(SUNSCREEN),
        `6e2e359a2568f98041ba0728dd0d6981 e97e7aec1d4360c20a27afccfd9fae0b
        f91b65c5524733ab8f593dabcd62b357 1639d624e65152ab8f530c359f0861d8
        07ca0dbf500d6a6156a38e088a22b65e 52bc514d16ccf806818ce91ab7793736
        5af90bbf74a35be6b40b8eedf2785e42 874d`],
    ['A.1 #1 and A.2 #1', new Uint8Array(32), '000000000000000000000000', 0, zeros,
        `76b8e0ada0f13d90405d6ae55386bd28 bdd219b8a08ded1aa836efcc8b770dc7
        da41597c5157488d7724e03fb8d84a37 6a43b8f41518a11cc387b669b2ee6586`],
    ['A.1 #2', new Uint8Array(32), '000000000000000000000000', 1, zeros,
        `9f07e7be5551387a98ba977c732d080d cb0f29a048e3656912c6533e32ee7aed
        29b721769ce64e43d57133b074d839d5 31ed1f28510afb45ace10a1f4b794d6f`],
    ['A.1 #3', bytesFrom(32, (i) => Number(i === 31)), '000000000000000000000000', 1, zeros,
        `3aeb5224ecf849929b9d828db1ced4dd 832025e8018b8160b82284f3c949aa5a
        8eca00bbb4a73bdad192b5c42f73f2fd 4e273644c8b36125a64addeb006c13a0`],
    ['A.1 #4', bytesFrom(32, (i) => i === 1 ? 255 : 0), '000000000000000000000000', 2, zeros,
        `72d54dfbf12ec44b362692df94137f32 8fea8da73990265ec1bbbea1ae9af0ca
        13b25aa26cb4a648cb9b9d1be65b2c09 24a66c54d545ec1b7374f4872e99f096`],
    ['A.1 #5', new Uint8Array(32), '000000000000000000000002', 0, zeros,
        `c2c64d378cd536374ae204b9ef933fcd 1a8b2288b3dfa49672ab765b54ee27c7
        8a970e0e955c14f3a88e741b97c286f7 5f8fc299e8148362fa198a39531bed6d`],
    ['A.2 #3', fromHex('1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0'),
        '000000000000000000000002', 42, utf8(JABBERWOCKY),
        `62e6347f95ed87a45ffae7426f27a1df 5fb69110044c0d73118effa95b01e5cf
        166d3df2d721caf9b21e5fb14c616871 fd84c54f9d65b283196c7fe4f60553eb
        f39c6402c42234e32a356b3e764312a6 1a5532055716ead6962568f87d3f3f77
        04c6a8d1bcd1bf4d50d6154b6da731b1 87b58dfd728afa36757a797ac188d1`],
];

test('ChaCha20 gives the vectors of RFC 8439, at any counter and alignment', () => {
    for (const [section, key, nonce, counter, plain, expected] of CHACHA20_VECTORS) {
        assert.deepEqual(chacha20At(key, fromHex(nonce), plain, undefined, counter), fromHex(expected), section);
        const shifted = new Uint8Array(plain.length + 1);
        shifted.set(plain, 1);
        assert.deepEqual(chacha20At(key, fromHex(nonce), shifted.subarray(1), undefined, counter), fromHex(expected), section);
    }
});

test('the cipher of the envelope counts its blocks from 0', async () => {
    const fromZero = CHACHA20_VECTORS.filter(([, , , counter]) => counter === 0);
    assert.equal(fromZero.length, 2);
    for (const [section, key, nonce, , plain, expected] of fromZero) {
        assert.deepEqual(await chacha20(new Uint8Array(key), fromHex(nonce), new Uint8Array(plain)), fromHex(expected), section);
    }
    // The block of counter 1 (A.1 #2) is the second one of a stream from 0.
    const two = await chacha20(new Uint8Array(32), new Uint8Array(12), new Uint8Array(128));
    assert.deepEqual(two.subarray(64), fromHex(CHACHA20_VECTORS[3][5]));
});

/** @param {number} byte @param {number} length */
const repeated = (byte, length) => new Uint8Array(length).fill(byte);

/**
 * RFC 4231: key, data, result (that of case 5 is published with 16 bytes).
 * @type {[Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, string][]}
 */
const HMAC_VECTORS = [
    [repeated(0x0b, 20), utf8('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [utf8('Jefe'), utf8('what do ya want for nothing?'),
        '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [repeated(0xaa, 20), repeated(0xdd, 50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
    [bytesFrom(25, (i) => i + 1), repeated(0xcd, 50), '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b'],
    [repeated(0x0c, 20), utf8('Test With Truncation'), 'a3b6167473100ee06e0c796c2955552b'],
    [repeated(0xaa, 131), utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
        '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54'],
    [repeated(0xaa, 131), utf8('This is a test using a larger than block-size key and a larger than block-size data. ' +
        'The key needs to be hashed before being used by the HMAC algorithm.'),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2'],
];

/** FIPS 180: text, digest. */
const SHA256_VECTORS = [
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
        '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
];

async function checkHashVectors() {
    for (const [i, [key, data, expected]] of HMAC_VECTORS.entries()) {
        const mac = await hmacSha256(key, data);
        assert.equal(mac.length, 32);
        assert.equal(toHex(mac).slice(0, expected.length), expected, `case ${i + 1}`);
    }
    for (const [text, expected] of SHA256_VECTORS) assert.equal(toHex(await sha256(utf8(text))), expected, text);
}

test('HMAC-SHA-256 gives the vectors of RFC 4231, and SHA-256 those of FIPS 180, by WebCrypto', async (t) => {
    const calls = [t.mock.method(crypto.subtle, 'sign'), t.mock.method(crypto.subtle, 'digest')];
    await checkHashVectors();
    assert.deepEqual(calls.map(({ mock }) => mock.callCount()), [HMAC_VECTORS.length, SHA256_VECTORS.length]);
});

test('HMAC-SHA-256 gives the vectors of RFC 4231, and SHA-256 those of FIPS 180, without WebCrypto', async (t) => {
    const calls = [t.mock.method(crypto.subtle, 'sign'), t.mock.method(crypto.subtle, 'digest')];
    await withoutWebCrypto(checkHashVectors);
    assert.deepEqual(calls.map(({ mock }) => mock.callCount()), [0, 0]);
});

test('the MAC is that of the published vector, on both paths, whatever the MAC field holds', async () => {
    assert.equal(toHex(await macOf(vectorFile, vectorKey)), VECTOR_TAG);
    assert.equal(toHex(await withoutWebCrypto(() => macOf(vectorFile, vectorKey))), VECTOR_TAG);
    const filled = vectorFile.slice().fill(0xff, 22, 38);
    assert.equal(toHex(await macOf(filled, vectorKey)), VECTOR_TAG);
    assert.notEqual(toHex(await macOf(changed(vectorFile, { 21: 1 }), vectorKey)), VECTOR_TAG);
    assert.notEqual(toHex(await macOf(changed(vectorFile, { 38: 1 }), vectorKey)), VECTOR_TAG);
});

test('bytes are equal only if all of them are', () => {
    const bytes = bytesFrom(16, (i) => i * 7);
    assert.equal(equalBytes(bytes, bytes.slice()), true);
    for (const { at, copy } of bitFlips(bytes)) assert.equal(equalBytes(bytes, new Uint8Array(copy)), false, `byte ${at}`);
    assert.equal(equalBytes(bytes, bytes.slice(0, 15)), false);
});

test('the bundled code carries its licence', () => {
    for (const name of ['chacha20', 'sha256']) {
        const source = readFileSync(new URL(`../../../build/js/${name}.js`, import.meta.url), 'utf8');
        assert.match(source, /MIT License[^]*Copyright \(c\) \d+ Paul Miller/);
        assert.match(source, /Permission is hereby granted[^]*WITHOUT WARRANTY/);
        assert.doesNotMatch(source, /\bimport\b|\brequire\(/);
    }
});
