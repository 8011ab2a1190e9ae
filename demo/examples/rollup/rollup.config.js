import { nodeResolve } from '@rollup/plugin-node-resolve';

export default {
    input: 'page/main.js',
    output: { file: 'dist/rollup/main.js', format: 'es' },
    plugins: [nodeResolve()],
};
