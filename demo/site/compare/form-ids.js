/** @typedef {'tcb' | 'named' | 'compact' | 'column'} FormId */

/** The forms that the same tables are compared in. @type {readonly FormId[]} */
export const FORM_IDS = Object.freeze(['tcb', 'named', 'compact', 'column']);
