/**
 * Tables on their whole way: JSON rows to .tcb files, back from disk, every value compared, sizes and
 * load times side by side. `node demo/tables.js --help` tells more.
 */
import { isUnbuilt } from '../js/cli/main.js';

try {
    const { main } = await import('./tables/main.js');
    process.exitCode = await main(process.argv.slice(2));
} catch (error) {
    if (!isUnbuilt(error)) throw error;
    process.stderr.write('the WebAssembly modules are not built: run npm run build\n');
    process.exitCode = 1;
}
