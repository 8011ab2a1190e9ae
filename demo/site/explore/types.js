/**
 * What the worker and the page tell each other.
 */

/**
 * Lets other work go on for a moment if there was none for a while; throws once the job is cancelled.
 * @typedef {() => Promise<void>} Pause
 */

/**
 * @typedef {object} Fault
 * @property {string} code
 * @property {string} message
 * @property {number} [offset] byte in the file
 * @property {number} [tag]
 */

/**
 * A column as its descriptor tells, and as its name is known.
 * @typedef {object} ColumnFacts
 * @property {number} tag
 * @property {number} position
 * @property {string} name
 * @property {string} type as of a schema; 'element 9' where the element is of a later version
 * @property {readonly string[]} path
 * @property {boolean} array
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {number} element
 * @property {number} encoding
 * @property {number} offset of the block
 * @property {number} byteLength of the block, as told
 * @property {number} available bytes of it that the file has
 * @property {'whole' | 'partial' | 'missing'} state of the block
 * @property {Fault | null} fault
 * @property {string | null} schemaFault why its schema does not fit
 */

/**
 * @typedef {object} Parts
 * @property {string} text the encodings from the outer to the innermost
 * @property {string[]} bitmaps their encodings
 * @property {{ name: string, start: number, end: number }[]} sections
 * @property {number | null} entries of a dictionary
 * @property {Fault | null} fault
 */

/**
 * What some bytes are; `tag` is of the column whose block they are in.
 * @typedef {import('tcb-wasm/annotate').Annotation['header'][number] & { tag?: number }} Field
 */

/**
 * @typedef {object} FileFacts
 * @property {number} id
 * @property {string} name
 * @property {number} size
 * @property {number} rowCount
 * @property {boolean} isTable whether it begins as a .tcb of this version does
 * @property {import('tcb-wasm/annotate').Look | null} look what it may be where it is none
 * @property {boolean} encrypted
 * @property {boolean} signed
 * @property {boolean} verified
 * @property {boolean} unverified opened without its MAC key, although it was signed
 * @property {Field[]} fields of header and descriptors
 * @property {ColumnFacts[]} columns
 * @property {Fault | null} fault
 * @property {import('tcb-wasm/annotate').SizeDamage | null} damage where it is cut off or too long: then this is the fault
 * @property {number | null} packedSize of the gzip that it was unpacked from
 * @property {number} readMs
 * @property {number} openMs
 * @property {string | null} names where the names of the columns come from
 */

/**
 * @typedef {object} ColumnStats
 * @property {number | null} distinct
 * @property {string | null} min
 * @property {string | null} max
 * @property {number} rows
 * @property {number} presentRows
 * @property {number | null} elements
 * @property {number | null} presentElements
 * @property {{ min: number, max: number } | null} lengths of arrays
 */

/** @typedef {{ texts: string[], kinds: Uint8Array }} Cells */

/** @typedef {{ tag: number, op: string, value: string }} Condition */

/** @typedef {{ tag: number, descending: boolean }} Sort */

export {};
