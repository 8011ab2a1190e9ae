/** What a cell holds, for its looks: `Cells.kinds` are places in this list. */
export const KINDS = Object.freeze(['text', 'number', 'bool', 'absent', 'array', 'json', 'date', 'uuid', 'empty', 'damaged']);
