// SPDX-License-Identifier: Apache-2.0
// What the console uses of the library yaml.
export {isAlias, isMap, isScalar, isSeq, parseDocument, visit} from 'yaml';
