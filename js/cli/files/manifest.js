/**
 * The manifest of a folder of `.tcb` files: what clients compare with what they hold.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../terminal/failure.js';
import { fileFailure, readJson, writeOutput } from './files.js';
import { count, countOf } from '../terminal/layout.js';

export const MANIFEST = 'manifest-binary.json';

/** @typedef {{ Name: string, Size: number, Hash: string, LastUpdatedDate: string }} Item */
/** @typedef {{ LastUpdatedDate: string, MasterHash: string, TotalSize: number, Items: Item[] }} Manifest */

/**
 * Writes the manifest of all `.tcb` files in a folder. Files that did not change keep their dates, and
 * so does a manifest of which none did.
 * @param {string} folder
 * @param {boolean} force
 * @returns {Promise<string>} what was done, in words
 */
export async function writeManifest(folder, force) {
    const path = join(folder, MANIFEST);
    const known = existsSync(path) ? (await readManifest(path)) : null;
    const manifest = manifestOf(folder, known);
    await writeOutput(path, JSON.stringify(manifest, null, 2) + '\n', force);
    return `${path}: ${countOf(manifest.Items.length, 'file')}, ${countOf(manifest.TotalSize, 'byte')}`;
}

/**
 * @param {string} folder
 * @param {Manifest | null} known the manifest of before
 * @returns {Manifest}
 */
function manifestOf(folder, known) {
    const now = new Date().toISOString();
    const old = new Map(known?.Items.map((item) => [item.Name, item]));
    const master = createHash('md5');
    const items = tcbFiles(folder).map((Name) => {
        const bytes = readFileSync(join(folder, Name));
        master.update(bytes);
        const Hash = md5(bytes);
        const before = old.get(Name);
        return { Name, Size: bytes.length, Hash, LastUpdatedDate: before?.Hash === Hash ? before.LastUpdatedDate : now };
    });
    const MasterHash = master.digest('hex');
    return {
        LastUpdatedDate: known && known.MasterHash === MasterHash ? known.LastUpdatedDate : now,
        MasterHash,
        TotalSize: items.reduce((sum, { Size }) => sum + Size, 0),
        Items: items,
    };
}

/**
 * How a folder differs from its manifest, a sentence each.
 * @param {string} folder
 * @returns {Promise<{ problems: string[], files: number }>}
 */
export async function verifyManifest(folder) {
    const path = join(folder, MANIFEST);
    const { Items, TotalSize } = await readManifest(path);
    const present = tcbFiles(folder);
    const problems = Items.flatMap(({ Name, Size, Hash }) => {
        if (!existsSync(join(folder, Name))) return [`${Name}: in the manifest, but not in the folder`];
        const bytes = readFileSync(join(folder, Name));
        if (bytes.length !== Size) return [`${Name}: expected ${countOf(Size, 'byte')}, found ${count(bytes.length)}`];
        return md5(bytes) === Hash.toLowerCase() ? [] : [`${Name}: expected the hash ${Hash}, found ${md5(bytes)}`];
    });
    const listed = new Set(Items.map(({ Name }) => Name));
    problems.push(...present.filter((name) => !listed.has(name)).map((name) => `${name}: in the folder, but not in the manifest`));
    const total = Items.reduce((sum, { Size }) => sum + Size, 0);
    if (total !== TotalSize) problems.push(`${MANIFEST}: expected a total of ${countOf(total, 'byte')}, found ${count(TotalSize)}`);
    return { problems, files: Items.length };
}

/** @param {Uint8Array} bytes */
function md5(bytes) {
    return createHash('md5').update(bytes).digest('hex');
}

/** @param {string} folder */
function tcbFiles(folder) {
    try {
        return readdirSync(folder).filter((name) => name.endsWith('.tcb')).sort();
    } catch (cause) {
        throw fileFailure(folder, cause);
    }
}

/**
 * @param {string} path
 * @returns {Promise<Manifest>}
 */
async function readManifest(path) {
    const { value } = await readJson(path);
    const manifest = /** @type {any} */ (value);
    const isItem = (/** @type {any} */ item) => typeof item?.Name === 'string' && typeof item.Hash === 'string' &&
        Number.isInteger(item.Size) && !/[\\/]/.test(item.Name);
    if (Array.isArray(manifest?.Items) && manifest.Items.every(isItem)) return manifest;
    throw new Failure(`${path}: expected a manifest with "Items", each with a "Name", "Size" and "Hash", found another file`);
}
