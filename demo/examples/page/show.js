/** @param {Record<string, any>[]} items */
export function show(items) {
    const table = /** @type {HTMLTableElement} */ (document.querySelector('table'));
    for (const { name, price } of items) {
        const row = table.insertRow();
        row.insertCell().textContent = name;
        row.insertCell().textContent = price;
    }
    document.title = `${items.length} items`;
}
