/** A user's program in TypeScript: compiled against the packed package, never run. */
import { Column, Table, TcbError, columnsFromRows, decode, encode, inferSchema, init, inspect, link, makeIndex,
    memoryBytes, normalizeSchema, reset } from 'tcb-wasm';
import type { DecodeOptions, EncodeOptions, FileInfo, Limits, Links, ModuleSource, RawColumn, SchemaColumnJson,
    SchemaJson, TableIndex, TypeName } from 'tcb-wasm';
import { annotate } from 'tcb-wasm/annotate';
import { namesFromBaseline } from 'tcb-wasm/baseline';
import { rowCompiler } from 'tcb-wasm/compile';
import { decode as decodeAlone, init as initDecoder } from 'tcb-wasm/decode';
import { decode as decodeSplit } from 'tcb-wasm/decode/split';
import { encode as encodeAlone } from 'tcb-wasm/encode';
import { open, seal } from 'tcb-wasm/envelope';
import decoderModule from 'tcb-wasm/tcb-decode.wasm';
import wholeModule from 'tcb-wasm/tcb.wasm';
import { generateTypes } from 'tcb-wasm/typegen';

const type: TypeName = 'i32';
const columns: SchemaColumnJson[] = [{ name: 'id', type }, { name: 'tags', type: 'string', array: true }];
const schema: SchemaJson = { columns };
const limits: Limits = { rows: 1000 };
const address = new URL('https://example.test/tcb.wasm');
const source: ModuleSource = address;

export async function main(): Promise<Blob> {
    await init();
    await init(source);
    await init(fetch(address));
    await init(wholeModule);
    await initDecoder(decoderModule);
    await initDecoder();
    const writing: EncodeOptions = { schema };
    const file: Uint8Array<ArrayBuffer> = encode([{ id: 1, tags: ['a'] }], writing);
    const sealed: Uint8Array<ArrayBuffer> = await seal(file, { macKey: '00'.repeat(32) });
    const reading: DecodeOptions = { schema, limits, columns: ['id', 2], file: 'items.tcb' };
    const table: Table = decode(await open(sealed), reading);
    const same: Table[] = [decodeAlone(file.buffer), decodeSplit(new DataView(file.buffer))];
    const column: Column = table.column('id');
    const raw: RawColumn = column.raw;
    const info: FileInfo = inspect(file);
    const index: TableIndex = makeIndex(table, 'id', { unique: true });
    const links: Links = link({ table }, []);
    const rowsOf: (table: Table) => Record<string, any>[] = rowCompiler();
    console.log(rowsOf(table)[0].id);
    for (const row of table) console.log(row.id, raw.tag, info.rowCount, index.get(1), links.dangling.length);
    try {
        encodeAlone(columnsFromRows(table.rows(), normalizeSchema(inferSchema(table.rows()))));
    } catch (error) {
        if (error instanceof TcbError) console.log(error.code, error.offset, error.column, same, memoryBytes());
    }
    reset();
    const names: Map<number, { name: string }> = namesFromBaseline({}, 'Item');
    const text: string = generateTypes(schema);
    console.log(names, text, annotate(file).rowCount);
    // @ts-expect-error A file is bytes, not text.
    decode('items.tcb');
    // @ts-expect-error There is no such type.
    encode([], { profile: 'smallest', schema: { columns: [{ name: 'id', type: 'i31' }] } } satisfies { schema: SchemaJson });
    return new Blob([file, sealed], { type: 'application/octet-stream' });
}
