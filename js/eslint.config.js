import js from '@eslint/js';
import globals from 'globals';

export default [
    { ignores: ['build/**', 'dist/**'] },
    js.configs.recommended,
    {
        languageOptions: { ecmaVersion: 2022, sourceType: 'module', globals: { ...globals['shared-node-browser'] } },
        rules: {
            eqeqeq: 'error',
            'no-var': 'error',
            'prefer-const': 'error',
            'no-implicit-globals': 'error',
            'no-shadow': ['error', { allow: ['_'] }],
            'no-restricted-globals': ['error', 'process', 'Buffer'],
            // Empty patterns and control characters are written on purpose, in regular expressions over bytes.
            'no-control-regex': 'off',
        },
    },
    {
        // What runs under Node only.
        files: ['js/build.mjs', 'js/cli/**', 'wasm/**', 'demo/*.js', 'demo/tables/**', 'demo/examples/*.js', 'tests/**'],
        languageOptions: { globals: globals.node },
        rules: { 'no-restricted-globals': 'off' },
    },
    {
        files: ['demo/examples/*/**'],
        languageOptions: { globals: { ...globals.browser, Bun: 'readonly', Deno: 'readonly' } },
    },
    {
        // Functions that run in a page under test.
        files: ['tests/js/module/browsers.test.js', 'tests/js/package/requests.test.js'],
        languageOptions: { globals: globals.browser },
    },
    {
        // The site's pages and workers, and what the tests run in them.
        files: ['demo/site/**', 'tests/js/site/**'],
        languageOptions: { globals: { ...globals.browser, ...globals.node } },
    },
];
