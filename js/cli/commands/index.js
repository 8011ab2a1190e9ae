/**
 * The commands of `tcb`: each is a file of its own, which is loaded when it is called.
 */

/** @import { CommandEntry } from '../program/program.js' */

/** @type {readonly CommandEntry[]} */
export const COMMANDS = Object.freeze([
    {
        name: 'inspect',
        summary: 'show how .tcb files are made up: their columns, encodings and sizes',
        load: () => import('./inspect.js'),
    },
    {
        name: 'encode',
        summary: 'write rows of JSON, NDJSON, CSV or a spreadsheet as .tcb files',
        load: () => import('./encode.js'),
    },
    {
        name: 'decode',
        summary: 'print a .tcb file as JSON, NDJSON or CSV',
        load: () => import('./decode.js'),
    },
    {
        name: 'report',
        summary: 'show where the bytes of .tcb files are, and what other encodings would take',
        load: () => import('./report.js'),
    },
    {
        name: 'verify',
        summary: 'check .tcb files whole, or against the rows that they should hold',
        load: () => import('./verify.js'),
    },
    {
        name: 'diff',
        summary: 'compare the schemas and the rows of two .tcb files',
        load: () => import('./diff.js'),
    },
    {
        name: 'check',
        summary: 'find changes of a schema that shipped readers would not survive',
        load: () => import('./check.js'),
    },
    {
        name: 'seal',
        summary: 'encrypt and sign .tcb files',
        load: () => import('./seal.js'),
    },
    {
        name: 'open',
        summary: 'verify and decrypt .tcb files',
        load: () => import('./open.js'),
    },
    {
        name: 'keygen',
        summary: 'make a key for seal and open',
        load: () => import('./keygen.js'),
    },
    {
        name: 'types',
        summary: 'write TypeScript declarations of a schema\'s rows',
        load: () => import('./types.js'),
    },
    {
        name: 'manifest',
        summary: 'write the manifest of a folder of .tcb files, or verify it',
        load: () => import('./manifest.js'),
    },
    {
        name: 'explore',
        summary: 'look into a .tcb file in the browser',
        load: () => import('./explore.js'),
    },
    {
        name: 'completion',
        summary: 'print what makes a shell complete commands and options',
        load: () => import('./completion.js'),
    },
]);
