/** This package, with numbers left as indices and distinct values where the file has them so. */

import { tcb } from './tcb.js';

export default tcb('.tcb, dictionaries kept', { dictionaries: true });
