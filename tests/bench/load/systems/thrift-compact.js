/** Thrift's compact protocol: numbers as varints. */

import { thrift } from './thrift.js';

export default thrift('Thrift, compact', 'compact');
