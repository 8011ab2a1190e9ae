/** What every example reads: its rows and their schema. */

export const rows = [
    { id: 1, name: 'lantern', price: 30 },
    { id: 2, name: 'rope', price: 12 },
    { id: 3, name: 'sea chart', price: 45 },
];

/** @type {{ columns: import('tcb-wasm').SchemaColumnJson[] }} */
export const schema = {
    columns: [
        { name: 'id', type: 'i32' },
        { name: 'name', type: 'string' },
        { name: 'price', type: 'i32' },
    ],
};
