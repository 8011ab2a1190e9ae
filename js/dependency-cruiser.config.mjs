/**
 * Which imports are allowed in js/: `npm run lint` looks at every one, `import()` too.
 */

/** Each room imports from those before it only. CONTRIBUTING.md says what they are for. */
const ROOMS = ['values', 'schema', 'module', 'read', 'query', 'write', 'envelope', 'annotate', 'cli'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
    forbidden: [
        {
            name: 'no-circle', severity: 'error',
            comment: 'Files that import each other can be neither read nor changed one by one.',
            from: {}, to: { circular: true },
        },
        {
            name: 'no-circle-of-folders', severity: 'error', scope: 'folder',
            comment: 'The same holds for rooms, and for those of the command line.',
            from: { path: '^js/.' }, to: { circular: true },
        },
        ...ROOMS.slice(0, -1).map((room, i) => ({
            name: `${room}-imports-from-rooms-before`, severity: /** @type {const} */ ('error'),
            comment: `js/${room}/ may import from ${ROOMS.slice(0, i + 1).join(', ')}.`,
            from: { path: `^js/${room}/` }, to: { path: `^js/(?:${ROOMS.slice(i + 1).join('|')})/` },
        })),
        {
            name: 'entries-stand-above', severity: 'error',
            comment: 'Entries are made of rooms; the command line alone is made of entries.',
            from: { path: '^js/(?!cli/)[^/]+/' }, to: { path: '^js/[^/]+$' },
        },
        {
            name: 'entries-hold-no-command', severity: 'error',
            comment: 'The package is no larger for its command.',
            from: { path: '^js/[^/]+$' }, to: { path: '^js/cli/' },
        },
        {
            name: 'package-stands-alone', severity: 'error',
            comment: 'What ships needs neither the demo nor the tests, and no package but the command line does.',
            from: { path: '^js/(?!cli/|build\\.mjs|eslint\\.config\\.js)' }, to: { path: '^(?:demo|tests|wasm|node_modules)/' },
        },
    ],
    options: { doNotFollow: { path: ['node_modules', '^build/', '^dist/'] } },
};
