/**
 * Keeps the site's files, so that it opens offline. The build fills in the three constants.
 *
 * A new version is fetched in the background and takes over when no page of the old one is left: an
 * open page goes on finding the files that it was built with.
 */

const version = /* VERSION */ '';
/** @type {string[]} */
const files = /* FILES */ [];
/** Headers for hosts that send none: isolation then begins with the second visit. @type {Record<string, string>} */
const isolation = /* ISOLATION */ {};

/** @type {any} */
const worker = self;
const cacheName = `tcb-site-${version}`;

worker.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil(caches.open(cacheName).then((cache) =>
        cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(caches.keys().then((names) => Promise.all(names
        .filter((name) => name.startsWith('tcb-site-') && name !== cacheName)
        .map((name) => caches.delete(name)))));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
    event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
    const cache = await caches.open(cacheName);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (!kept) return fetch(request);
    const headers = new Headers(kept.headers);
    for (const [name, value] of Object.entries(isolation)) headers.set(name, value);
    return new Response(kept.body, { status: kept.status, headers });
}
