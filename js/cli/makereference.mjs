/**
 * Writes js/cli/REFERENCE.md.
 *
 *     node js/cli/makereference.mjs           writes it
 *     node js/cli/makereference.mjs --check   only says whether it is as it should be (exit status 1)
 */
import { readFileSync, writeFileSync } from 'node:fs';

import { COMMANDS } from './commands/index.js';
import { loadSpecs } from './program/describe.js';
import { referenceText } from './program/reference.js';

const file = new URL('REFERENCE.md', import.meta.url);
const text = referenceText(await loadSpecs(COMMANDS));
if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
    console.error('js/cli/REFERENCE.md is not what the commands say: node js/cli/makereference.mjs writes it');
    process.exitCode = 1;
}
