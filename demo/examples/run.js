/**
 * Builds and runs an example with the package as it would be published.
 *
 *     node demo/examples/run.js NAME
 */
import { fileURLToPath } from 'node:url';
import { EXAMPLES, make, serveWorker, stage } from './stage.js';
import { serve } from './serve.js';

const [name] = process.argv.slice(2);
if (!Object.hasOwn(EXAMPLES, name ?? '')) {
    console.error(`usage: node demo/examples/run.js NAME\nNAME is one of ${Object.keys(EXAMPLES).join(', ')}`);
    process.exit(2);
}
const folder = fileURLToPath(new URL('../../build/examples', import.meta.url));
const { build, run, page } = EXAMPLES[name];
await stage(folder);
if (build ?? run) process.stdout.write(make(folder, name));
if (page) {
    const { url } = await serve(folder, { port: 8080 });
    console.log(`${url}${page}/ (end with Ctrl-C)`);
} else if (!run) {
    const { url } = await serveWorker(folder, 'workerd/config.capnp', 8080);
    console.log(`${url} (end with Ctrl-C); try: curl --data-binary @build/examples/script/sample.tcb ${url}`);
}
