import { fileURLToPath } from 'node:url';

export default {
    mode: 'production',
    context: fileURLToPath(new URL('..', import.meta.url)),
    entry: './page/main.js',
    output: { path: fileURLToPath(new URL('../dist/webpack', import.meta.url)), filename: 'main.js' },
};
