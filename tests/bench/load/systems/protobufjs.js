/** Protocol Buffers by protobufjs, with the static code that its command generates. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generatedFile } from '../generated.js';
import { READING, WRITING } from '../logical.js';
import { allMessages, messageWriter, rowMessage } from '../messages.js';
import { messageSystem } from '../messagesystem.js';
import { WRAPS, protoText } from './protobuf.js';

/** All that reading needs is one function for each message. */
const READER_FLAGS = ['encode', 'create', 'verify', 'convert', 'delimited', 'typeurl', 'service', 'comments'];

/**
 * @param {string} proto
 * @param {'reader' | 'writer'} part
 */
function staticCode(proto, part) {
    const flags = part === 'reader' ? READER_FLAGS.map((name) => `--no-${name}`) : [];
    const name = `protobufjs-${part}`;
    // Modules that share a root would replace each other's messages.
    const root = `${name}-${createHash('sha256').update(proto).digest('hex')}`;
    return generatedFile(name, `${proto}${flags}`, async () => {
        const { default: pbjs } = await import('protobufjs-cli/pbjs.js');
        const folder = mkdtempSync(join(tmpdir(), 'protobufjs-'));
        try {
            const source = join(folder, 'table.proto');
            writeFileSync(source, proto);
            const args = ['-t', 'static-module', '-w', 'esm', '--keep-case', '-r', root, ...flags, source];
            return await new Promise((resolve, reject) => {
                pbjs.main(args, (error, code) => error ? reject(error) : resolve(code ?? ''));
            });
        } finally {
            rmSync(folder, { recursive: true });
        }
    });
}

/**
 * A number where that is exact, else a bigint.
 * @param {{ low: number, high: number }} long as the library gives it
 */
function fromLong({ low, high }) {
    return high >= -0x200000 && high < 0x200000 ? high * 0x100000000 + (low >>> 0) : toBigInt({ low, high });
}

/** @param {{ low: number, high: number }} long */
function toBigInt({ low, high }) {
    return BigInt(high) << 32n | BigInt(low >>> 0);
}

/** @type {import('../messages.js').Dialect} */
const READS = {
    values: {
        ...READING.values,
        i64: (value) => `fromLong(${value})`,
        datetime: (value) => `datetimeText(toBigInt(${value}))`,
        timespan: (value) => `timespanText(toBigInt(${value}))`,
    },
    helpers: { ...READING.helpers, fromLong, toBigInt },
};

/** @type {import('../systems.js').SystemFactory} */
export default async (schema) => {
    const message = rowMessage(schema, WRAPS);
    const proto = protoText(allMessages(message));
    const { path, url } = await staticCode(proto, 'reader');
    const { Table } = await import(url);
    return messageSystem({
        title: 'protobufjs', message, reading: READS,
        async prepare(set) {
            const { default: { util } } = await import('protobufjs/minimal.js');
            const Long = /** @type {any} */ (util.Long);
            const digits = (/** @type {any} */ value) => Long.fromString(String(value));
            const write = messageWriter(message, {
                values: {
                    ...WRITING.values,
                    i64: (value) => `digits(${value})`,
                    datetime: (value) => `digits(datetimeTicks(${value}))`,
                    timespan: (value) => `digits(timespanTicks(${value}))`,
                },
                helpers: { ...WRITING.helpers, digits },
                leaveOut: true,
            });
            const writer = await import((await staticCode(proto, 'writer')).url);
            return writer.Table.encode({ rows: set.rows.map(write) }).finish();
        },
        load: (bytes) => Table.decode(bytes),
        list: (table) => table.rows,
        reader: `export { Table } from ${JSON.stringify(path)};`,
    });
};
