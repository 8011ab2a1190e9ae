/**
 * Names of columns, as a row of cells gives them.
 */

import { Failure } from '../terminal/failure.js';

/**
 * Refuses a name that is empty or stands twice.
 * @param {readonly string[]} names
 * @param {string} file
 * @param {string} place
 */
export function checkNames(names, file, place) {
    names.forEach((name, i) => {
        const first = names.indexOf(name);
        if (name === '') throw new Failure(`${file}: ${place}: expected a column's name in cell ${i + 1}, found an empty one`);
        if (first < i) throw new Failure(`${file}: ${place}: the name ${JSON.stringify(name)} stands in cells ${first + 1} and ${i + 1}`);
    });
}
