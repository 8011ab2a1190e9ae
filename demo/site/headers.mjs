/**
 * The headers that the site is served with.
 */

/** No inline code, nothing from elsewhere; 'wasm-unsafe-eval' lets WebAssembly be compiled, and only that. */
export const CONTENT_SECURITY_POLICY = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');

/** Cross-origin isolation: finer clocks, and a browser that tells how much memory is held. */
export const ISOLATION = Object.freeze({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
});

export const HEADERS = Object.freeze({
    'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...ISOLATION,
});
