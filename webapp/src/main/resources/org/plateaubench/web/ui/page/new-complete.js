// SPDX-License-Identifier: Apache-2.0
// Proposes keys and values at the caret of a run file, from its schema. The text is half typed then: a mark replaces
// the typed word, so that the position of the mark in the document is that of the caret.
import {isMap, isScalar, isSeq} from '../vendor/yaml.js';
import {definitionOf, keywordOf, typeOf, wordsOf} from '../module/run-schema.js';
import {YamlText, inline, isObject} from '../module/yaml-text.js';

const MARK = 'plateau0caret';
const WORD = /(?:\$\{?[^}\s]*|["']?[^\s,{}[\]:"']*)$/;
const REST = /^[^\s,{}[\]:"']*["']?/;
const REFERENCES = [['${tile}', 'Number of the tile, from 1.'], ['${env:NAME}', 'Read from the environment; never stored.'],
  ['${file:path}', 'Read from a file; never stored.']];

/** The place of the mark below a node: {path, isKey, isInFlow}; null for none. */
function placeOfMark(node, path = [], isInFlow = false) {
  if (isScalar(node)) {
    return String(node.value).includes(MARK) ? {path, isKey: false, isInFlow} : null;
  }
  for (const [index, item] of isMap(node) || isSeq(node) ? node.items.entries() : []) {
    const inFlow = isInFlow || Boolean(node.flow);
    if (isMap(node) && String(item.key?.value) === MARK) {
      return {path, isKey: true, isInFlow: inFlow};
    }
    const found = isMap(node) ? placeOfMark(item.value, [...path, String(item.key?.value)], inFlow) : placeOfMark(item, [...path, index], inFlow);
    if (found) {
      return found;
    }
  }
  return null;
}

function typeShown(nodes) {
  const node = nodes.find((candidate) => definitionOf(candidate) || wordsOf(candidate).length || candidate.type);
  return node ? definitionOf(node) || wordsOf(node).join(' | ') || typeOf(node) : '';
}

function key(name, nodes, {isInFlow, hasColon, indent}) {
  const standard = keywordOf(nodes, 'default');
  const isMapping = !isInFlow && nodes.some((node) => typeOf(node) === 'object');
  return {label: name, detail: standard === undefined ? typeShown(nodes) : `default ${inline(standard)}`, info: keywordOf(nodes, 'description'), type: 'key',
    apply: inline(name) + (hasColon ? '' : isMapping ? `:\n${' '.repeat(indent + 2)}` : ': ')};
}

function values(schema, path, tree) {
  const option = (label, more = {}) => ({label, apply: inline(label), type: 'value', ...more});
  if (path.at(-1) === 'sut' && path.length === 3) {
    return Object.entries(tree.suts ?? {}).map(([name, sut]) => option(name, {detail: String(sut?.service ?? '')}));
  }
  const nodes = schema.at(path, tree);
  const words = nodes.flatMap(wordsOf).concat(nodes.some((node) => typeOf(node) === 'boolean') ? ['true', 'false'] : [], nodes.flatMap((node) => node.examples ?? []));
  const standard = keywordOf(schema.nodesAt(path, tree), 'default');
  const isOther = standard !== undefined && !words.includes(String(standard));
  return [...new Set(words)].map((word) => option(word)).concat(isOther ? [{label: inline(standard), detail: 'default', type: 'value'}] : []);
}

/** The options that begin with what is typed, or if there are none, those that contain it. */
function fitting(options, typed) {
  const beginning = options.filter(({label}) => label.toLowerCase().startsWith(typed));
  return beginning.length ? beginning : options.filter(({label}) => label.toLowerCase().includes(typed));
}

/** What may be written at a position of a text: {from, to, options}; null for nothing. */
export function proposals(schema, text, position) {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  const word = WORD.exec(line)[0];
  const from = position - word.length;
  const before = line.slice(0, line.length - word.length);
  if (/(?:^|\s)#/.test(line)) {
    return null;
  }
  if (word.startsWith('$')) {
    const isQuoted = /["']$/.test(before);
    return {from, to: position + (text[position] === '}' ? 1 : 0), filter: false,
      options: REFERENCES.map(([label, info]) => ({label, info, type: 'value', apply: isQuoted ? label : `"${label}"`}))};
  }
  const rest = text.slice(position).replace(REST, '');
  const hasColon = /^\s*:/.test(rest);
  const isKey = /(?:^|[{,[])\s*$/.test(before.replace(/^(\s*)(?:- +)+/, '$1')) && !hasColon;
  const read = new YamlText(`${text.slice(0, from)}${isKey ? `${MARK}: 0` : MARK}${rest}`);
  const place = placeOfMark(read.root);
  if (!place) {
    return null;
  }
  const tree = read.plain(read.root);
  const given = place.path.reduce((value, key) => value?.[key], tree);
  const indent = /^(?:\s|- )*/.exec(line)[0].length;
  const keys = place.isKey ? [...schema.propertiesAt(place.path, tree)].filter(([name]) => !isObject(given) || !Object.hasOwn(given, name))
    .map(([name, nodes]) => key(name, nodes, {...place, hasColon, indent})) : [];
  const isElement = typeof place.path.at(-1) === 'number';
  const options = place.isKey && !isElement ? keys : [...keys, ...values(schema, place.path, tree)];
  return {from, to: position + (/^["']/.test(word) && text[position] === word[0] ? 1 : 0), filter: false,
    options: fitting(options, word.replace(/^["']/, '').toLowerCase())};
}
