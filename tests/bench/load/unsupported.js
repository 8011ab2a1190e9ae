/**
 * A system cannot hold a set: no failure of the benchmark, but what stands in its cell.
 */
export class Unsupported extends Error {
    /** @param {string} reason a clause, such as 'column lit: no type for it' */
    constructor(reason) {
        super(reason);
        this.name = 'Unsupported';
    }
}
