/** This package, with rows by code that is compiled for them. */

import { rowCompiler } from '../../../../js/read/compile.js';
import { tcb } from './tcb.js';

export default tcb('.tcb, compiled rows', {}, {
    openRows: rowCompiler,
    reader: 'export { decode, init, makeIndex } from "./js/decode.js"; export { rowCompiler } from "./js/read/compile.js";',
});
