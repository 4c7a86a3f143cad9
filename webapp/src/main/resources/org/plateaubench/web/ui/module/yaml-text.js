// SPDX-License-Identifier: Apache-2.0
// The text of a run file: its values with their places, and changes that keep all else of the text, such as comments
// and layout. Paths are lists of keys. Values are texts, as in the reader of run files: 5 is the text '5'.
import {isAlias, isMap, isScalar, isSeq, parseDocument} from '../vendor/yaml.js';

const REFUSED = 'This cannot be changed here without changing something else: edit the text.';
const NOTHING = /^(?:null|~)?$/;
const WORD = /^(?:[\p{L}\p{N}_/+]|[-.](?=\d))(?:[\p{L}\p{N}_./+-]|:(?=[\p{L}\p{N}/]))*$/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const STEP = 2;
const SHORT = 60;
const MAX_EDITS = 200;

/** Whether a value is a mapping. */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalar(value) {
  const text = String(value ?? 'null');
  return value === null || (WORD.test(text) && !NOTHING.test(text)) ? text : JSON.stringify(text);
}

/** A value as it is written on one line. */
export function inline(value) {
  if (Array.isArray(value)) {
    return `[${value.map(inline).join(', ')}]`;
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${scalar(key)}: ${inline(item)}`);
    return entries.length ? `{ ${entries.join(', ')} }` : '{}';
  }
  return scalar(value);
}

/** A key and its value; the lines of a large value are indented. */
function entry(key, value, indent) {
  const isLarge = isObject(value) && Object.keys(value).length > 0 && (indent === 0 || inline(value).length > SHORT);
  return isLarge ? `${scalar(key)}:${block(value, indent + STEP)}` : `${scalar(key)}: ${inline(value)}`;
}

/** The entries of a mapping, each on a line of its own. */
function block(value, indent) {
  return Object.entries(value).map(([key, item]) => `\n${' '.repeat(indent)}${entry(key, item, indent)}`).join('');
}

function equal(first, second) {
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) {
    return first === second || (first !== null && second !== null && typeof first !== 'object' && String(first) === String(second));
  }
  const keys = Object.keys(first);
  return Array.isArray(first) === Array.isArray(second) && keys.length === Object.keys(second).length
    && keys.every((key) => Object.hasOwn(second, key) && equal(first[key], second[key]));
}

/** A copy of a tree with a value at a path; undefined removes it, and the mappings that become empty. */
function withAt(tree, [key, ...below], value) {
  if (key === undefined) {
    return value;
  }
  if (tree !== null && tree !== undefined && !isObject(tree)) {
    throw new Error(`'${key}' cannot be set in '${inline(tree)}'.`);
  }
  const inner = withAt(tree?.[key], below, value);
  const copy = {...tree};
  if (inner === undefined) {
    delete copy[key];
    return Object.keys(copy).length ? copy : undefined;
  }
  return {...copy, [key]: inner};
}

/** A text that was read. */
export class YamlText {
  constructor(text) {
    this.text = text;
    this.document = parseDocument(text, {schema: 'failsafe', uniqueKeys: false});
    this.isReadable = this.document.errors.length === 0 && this.isBounded() && isObject(this.plain(this.root) ?? {});
    this.tree = this.isReadable ? this.plain(this.root) ?? {} : {};
  }

  get root() {
    return this.document.contents;
  }

  /** Whether aliases do not multiply the values beyond measure. */
  isBounded() {
    try {
      this.document.toJS({maxAliasCount: 1000});
      return true;
    } catch {
      return false;
    }
  }

  /** The plain value of a node. */
  plain(node) {
    if (isAlias(node)) {
      return this.plain(node.resolve(this.document));
    }
    if (isMap(node)) {
      return Object.fromEntries(node.items.map((pair) => [String(pair.key?.value ?? pair.key), this.plain(pair.value)]));
    }
    if (isSeq(node)) {
      return node.items.map((item) => this.plain(item));
    }
    return isScalar(node) && !(node.type === 'PLAIN' && NOTHING.test(node.value ?? '')) ? String(node.value) : null;
  }

  /** The value at a path; undefined for none. */
  at(path) {
    return path.reduce((value, key) => (value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? value[key] : undefined), this.tree);
  }

  /** Every key of mappings, in the order of the text: [{path, from, to, node}]. */
  keys(node = this.root, path = []) {
    return !isMap(node) ? [] : node.items.flatMap(({key, value}) => {
      const below = [...path, String(key?.value)];
      return [{path: below, from: key?.range?.[0] ?? 0, to: key?.range?.[1] ?? 0, node: value}, ...this.keys(value, below)];
    });
  }

  /** The offset of a path, or of its nearest parent that is in the text; null for none. */
  offsetOf(path) {
    const around = this.keys().filter((key) => key.path.every((name, index) => name === path[index]));
    return around.reduce((best, key) => (key.path.length > (best?.path.length ?? 0) ? key : best), null)?.from ?? null;
  }

  /** The end of the key or value that begins at an offset; undefined for none. */
  endAt(offset, keys) {
    const key = keys.find(({from, node}) => from === offset || node?.range?.[0] === offset);
    return key?.from === offset ? key.to : key && this.end(key.node);
  }

  /** The path of the last key that begins before an offset; null before the first key. */
  pathAt(offset) {
    return this.keys().findLast((key) => key.from <= offset)?.path ?? null;
  }

  /**
   * The text with a value at a path; undefined removes the value, and the mappings that become empty.
   *
   * @param order returns the usual order of the keys of the mapping at a path
   */
  with(path, value, order = () => []) {
    const wanted = withAt(this.tree, path, value) ?? {};
    let read = this;
    for (let left = MAX_EDITS; left > 0 && read.isReadable; left--) {
      const edit = read.editTowards(wanted, path, order);
      if (!edit) {
        if (equal(read.tree, wanted)) {
          return read.text;
        }
        break;
      }
      read = new YamlText(read.text.slice(0, edit.from) + edit.insert + read.text.slice(edit.to));
    }
    throw new Error(this.isReadable ? REFUSED : 'The text is not valid YAML: correct it first.');
  }

  /** The first edit that makes the value at a path more like the wanted tree; null when it is equal. */
  editTowards(wanted, path, order) {
    let place = {node: this.root, pair: null, path: [], isInFlow: false};
    let value = wanted;
    for (const key of path) {
      const pair = isMap(place.node) ? place.node.items.find((item) => String(item.key?.value) === key) : undefined;
      if (!pair || !isObject(value?.[key])) {
        break;
      }
      place = this.below(place, pair);
      value = value[key];
    }
    return this.edit(place, value, order);
  }

  below({node, path, isInFlow}, pair) {
    return {node: pair.value, pair, path: [...path, String(pair.key?.value)], isInFlow: isInFlow || Boolean(node.flow)};
  }

  edit(place, wanted, order) {
    const {node} = place;
    if (equal(this.plain(node), wanted)) {
      return null;
    }
    if (isMap(node) && node.items.length && isObject(wanted) && Object.keys(wanted).length) {
      return this.editMap(place, wanted, order);
    }
    if (isSeq(node) && !node.flow && node.items.length && Array.isArray(wanted) && wanted.length) {
      return this.editList(place, wanted, order);
    }
    return this.replaced(place, wanted);
  }

  editMap(place, wanted, order) {
    const {node} = place;
    const given = node.items.map((pair) => String(pair.key?.value));
    for (const [index, pair] of node.items.entries()) {
      const edit = Object.hasOwn(wanted, given[index]) ? this.edit(this.below(place, pair), wanted[given[index]], order) : null;
      if (edit) {
        return edit;
      }
    }
    const added = Object.keys(wanted).find((key) => !given.includes(key));
    return added !== undefined ? this.inserted(node, given, added, wanted[added], order(place.path))
      : this.removed(node, given.findIndex((key) => !Object.hasOwn(wanted, key)));
  }

  editList({node, path}, wanted, order) {
    for (const [index, item] of node.items.entries()) {
      const edit = index < wanted.length ? this.edit({node: item, pair: null, path, isInFlow: false}, wanted[index], order) : null;
      if (edit) {
        return edit;
      }
    }
    const last = this.endOfLine(this.end(node.items.at(-1)));
    return node.items.length < wanted.length
      ? {from: last, to: last, insert: `\n${' '.repeat(this.column(node.range[0]))}- ${inline(wanted[node.items.length])}`}
      : {from: this.endOfLine(this.end(node.items.at(-2))), to: last, insert: ''};
  }

  inserted(map, given, key, value, order) {
    if (map.flow) {
      const at = this.endOfPair(map.items.at(-1));
      return {from: at, to: at, insert: `, ${scalar(key)}: ${inline(value)}`};
    }
    const before = order.slice(0, Math.max(0, order.indexOf(key)));
    const index = given.findLastIndex((name) => before.includes(name));
    const at = this.endOfLine(this.endOfPair(map.items.at(index)));
    const indent = this.column(map.items[0].key.range[0]);
    const isAiry = indent === 0 && map.items.length > 1 && this.text.includes('\n\n');
    return {from: at, to: at, insert: `\n${isAiry ? '\n' : ''}${' '.repeat(indent)}${entry(key, value, indent)}`};
  }

  removed(map, index) {
    const pair = map.items[index];
    const start = pair.key.range[0];
    const end = this.endOfPair(pair);
    if (map.flow && index === map.items.length - 1) {
      return {from: this.endOfPair(map.items[index - 1]), to: end, insert: ''};
    }
    const line = start - this.column(start);
    if (map.flow || this.text.slice(line, start).trim() !== '') {
      // In a block it is the first key of an element of a list: the next key moves up to the dash.
      return {from: start, to: map.items[index + 1].key.range[0], insert: ''};
    }
    const next = this.endOfLine(end) + 1;
    return next > this.text.length ? {from: Math.max(0, line - 1), to: this.text.length, insert: ''} : {from: line, to: next, insert: ''};
  }

  replaced({node, pair, isInFlow}, wanted) {
    if (!pair && (node === null || this.plain(node) === null)) {
      const at = this.text.length;
      return {from: at, to: at, insert: `${this.text === '' || this.text.endsWith('\n') ? '' : '\n'}${block(wanted, 0).slice(1)}\n`};
    }
    if (pair && this.plain(node) === null && isObject(wanted) && Object.keys(wanted).length && !isInFlow) {
      const at = this.endOfLine(this.afterColon(pair));
      return {from: at, to: at, insert: block(wanted, this.column(pair.key.range[0]) + STEP)};
    }
    const start = node?.range ? node.range[0] : this.afterColon(pair);
    const end = node?.range ? this.end(node) : start;
    const line = pair ? this.endOfLine(this.afterColon(pair)) : start;
    if (start > line) {
      // The value is in the lines below, which go; the rest of the line of the key, such as a comment, stays.
      return {from: this.afterColon(pair), to: this.endOfLine(end), insert: ` ${inline(wanted)}${this.text.slice(this.afterColon(pair), line)}`};
    }
    const isQuoted = /^QUOTE/.test(node?.type ?? '') && typeof wanted !== 'object' && !NUMBER.test(String(wanted));
    const isTight = start === end && start > 0 && this.text[start - 1] !== ' ';
    return {from: start, to: end, insert: `${isTight ? ' ' : ''}${isQuoted ? JSON.stringify(String(wanted)) : inline(wanted)}`};
  }

  /** The end of a node; of a block, that of its last value. */
  end(node) {
    const last = (isMap(node) || isSeq(node)) && !node.flow ? node.items.at(-1) : null;
    if (last) {
      return isMap(node) ? this.endOfPair(last) : this.end(last);
    }
    let end = node.range[1];
    while (end > node.range[0] && /\s/.test(this.text[end - 1])) {
      end--;
    }
    return end;
  }

  endOfPair(pair) {
    return pair.value?.range ? Math.max(this.end(pair.value), pair.key.range[1]) : this.afterColon(pair);
  }

  afterColon(pair) {
    const colon = this.text.indexOf(':', pair.key.range[1]);
    return colon < 0 ? pair.key.range[1] : colon + 1;
  }

  column(offset) {
    return offset - (this.text.lastIndexOf('\n', offset - 1) + 1);
  }

  endOfLine(offset) {
    const end = this.text.indexOf('\n', offset);
    return end < 0 ? this.text.length : end;
  }
}
