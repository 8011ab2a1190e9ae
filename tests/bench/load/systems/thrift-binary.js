/** Thrift's binary protocol: every number in full. */

import { thrift } from './thrift.js';

export default thrift('Thrift, binary', 'binary');
