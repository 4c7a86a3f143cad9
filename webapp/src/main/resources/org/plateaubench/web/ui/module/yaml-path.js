// SPDX-License-Identifier: Apache-2.0
// Finds the line of a key in a run file, and the key of a line, precisely enough to scroll text and form together. Only
// block mappings are searched; a key within a flow mapping has the line of that mapping.

const KEY = /^(\s*)(?:"([^"]+)"|'([^']+)'|([^\s"'#:\-[{][^:#]*?|\*))\s*:(?:\s|$)/;

/** The lines that begin with a key, each with the path of the key: [{line, path: [names]}], lines from 1. */
function keys(text) {
  const stack = [];
  const found = [];
  text.split('\n').forEach((content, index) => {
    const key = KEY.exec(content);
    if (!key) {
      return;
    }
    const indent = key[1].length;
    while (stack.length > 0 && stack.at(-1).indent >= indent) {
      stack.pop();
    }
    stack.push({indent, name: key[2] ?? key[3] ?? key[4]});
    found.push({line: index + 1, path: stack.map(({name}) => name)});
  });
  return found;
}

/** The line of a path such as `phases.steady`, or of its nearest parent that is in the file; null for none. */
export function lineOf(text, path) {
  const wanted = path.split('.');
  const depth = (one) => (one.path.every((name, index) => name === wanted[index]) ? one.path.length : 0);
  return keys(text).reduce((best, one) => (depth(one) > best.depth ? {depth: depth(one), line: one.line} : best),
    {depth: 0, line: null}).line;
}

/** The path of the last key at or before a line; null before the first key. */
export function pathAt(text, line) {
  return keys(text).findLast((one) => one.line <= line)?.path.join('.') ?? null;
}
