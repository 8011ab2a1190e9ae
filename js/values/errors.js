/**
 * The one error class of this package: bad data, as opposed to bad arguments
 * (those are `TypeError` and `RangeError`). Each built entry holds the class anew, so an error is known
 * by its name: what one entry throws is an instance of the class that another exports.
 */

/**
 * What is known of an error beyond its code and sentence.
 * @typedef {object} TcbErrorDetails
 * @property {string} [file] name of the file or table, where known
 * @property {string} [column] name of the column
 * @property {number} [tag] tag of the column
 * @property {number} [row] row number, from 0
 * @property {number} [offset] byte offset in the file
 * @property {unknown} [expected] what should have stood there
 * @property {unknown} [found] what stood there
 * @property {unknown} [cause] the error behind this one
 */

export class TcbError extends Error {
    /**
     * @param {string} code a stable upper-case word, such as 'TRUNCATED' or 'LIMIT_ROWS'
     * @param {string} message one sentence for a person
     * @param {TcbErrorDetails} [details]
     */
    constructor(code, message, details = {}) {
        super(message, 'cause' in details ? { cause: details.cause } : undefined);
        this.name = 'TcbError';
        this.code = code;
        this.file = details.file;
        this.column = details.column;
        this.tag = details.tag;
        this.row = details.row;
        this.offset = details.offset;
        this.expected = details.expected;
        this.found = details.found;
    }

    /** @param {any} value */
    static [Symbol.hasInstance](value) {
        return value?.name === 'TcbError';
    }

    /**
     * The same error, its message led by the names of the file and the column, as far as they are known.
     * @param {string | undefined} file
     * @param {string | undefined} column
     * @returns {this}
     */
    in(file, column = this.column) {
        const error = /** @type {Error} */ (this);
        const tag = this.tag === undefined ? '' : `column of tag ${this.tag}`;
        const place = column === undefined ? tag : `column ${JSON.stringify(column)}`;
        if (place && !error.message.startsWith('column ')) error.message = `${place}: ${error.message}`;
        if (file !== undefined && this.file === undefined) error.message = `${file}: ${error.message}`;
        this.file ??= file;
        this.column ??= column;
        return this;
    }
}
