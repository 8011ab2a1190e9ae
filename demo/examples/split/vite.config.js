export default {
    base: './',
    // The development server's optimizer moves JavaScript, and leaves the module where it was.
    optimizeDeps: { exclude: ['tcb-wasm'] },
};
