// SPDX-License-Identifier: Apache-2.0
// Where a key stands in a run file, and which key stands at a line: enough to scroll text and form together. Only block
// mappings are walked; a key within a value on one line is at that line.

const KEY = /^(\s*)(?:"([^"]+)"|'([^']+)'|([^\s"'#:\-[{][^:#]*?|\*))\s*:(?:\s|$)/;

/** Lines that begin a key, each with the path of keys that lead to it: [{line, path: [names]}], lines from 1. */
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

/** The line of a path such as `phases.steady`, or of the nearest key above it that is there; null for none. */
export function lineOf(text, path) {
  const wanted = path.split('.');
  const depth = (one) => (one.path.every((name, index) => name === wanted[index]) ? one.path.length : 0);
  return keys(text).reduce((best, one) => (depth(one) > best.depth ? {depth: depth(one), line: one.line} : best),
    {depth: 0, line: null}).line;
}

/** The path at a line; of a line that begins no key that of the last one before it; null above the first. */
export function pathAt(text, line) {
  return keys(text).findLast((one) => one.line <= line)?.path.join('.') ?? null;
}
