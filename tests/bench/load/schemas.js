/**
 * What is made for a schema, once for all tables that have the same.
 */

/**
 * @template T
 * @template {object} S
 * @param {readonly S[]} schemas
 * @param {(schema: S) => T} make
 * @returns {T[]} one a schema
 */
export function forEachSchema(schemas, make) {
    /** @type {Map<string, T>} */
    const made = new Map();
    return schemas.map((schema) => {
        const text = JSON.stringify(schema);
        if (!made.has(text)) made.set(text, make(schema));
        return /** @type {T} */ (made.get(text));
    });
}
