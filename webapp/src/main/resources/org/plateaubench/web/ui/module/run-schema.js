// SPDX-License-Identifier: Apache-2.0
// Reads the JSON Schema of run files: which parts of it apply to the value at a path of a text.

const MAX_DEPTH = 8;

/** A value as text, as run files are read. */
function textOf(value) {
  return value === undefined || value === null ? undefined : String(value);
}

/** The words that a schema allows, also when it allows a reference such as ${tile}; empty when it does not list them. */
export function wordsOf(node) {
  return (node.enum ?? node.anyOf?.find((alternative) => alternative.enum)?.enum ?? []).map(String);
}

/** The first type of a schema. */
export function typeOf(node) {
  return [].concat(node.type ?? '')[0];
}

/** The name of the definition that a schema refers to, empty for none. */
export function definitionOf(node) {
  const reference = node.$ref ?? (node.allOf?.length === 1 && !node.properties ? node.allOf[0].$ref : undefined);
  return reference ? reference.slice(reference.lastIndexOf('/') + 1) : '';
}

/** The schema of the installation. */
export class RunSchema {
  constructor(schema) {
    this.schema = schema;
  }

  /** The schemas at a path of a tree, without their alternatives, from general to specific. */
  nodesAt(path, tree) {
    let nodes = [this.schema];
    let value = tree;
    for (const key of path) {
      nodes = nodes.flatMap((node) => this.expanded(node, value)).flatMap((node) => this.below(node, key));
      value = value?.[key];
    }
    return nodes;
  }

  /** The schemas at a path of a tree, with every alternative that is not excluded. */
  at(path, tree) {
    const value = path.reduce((parent, key) => parent?.[key], tree);
    return this.nodesAt(path, tree).flatMap((node) => this.expanded(node, value));
  }

  below(node, key) {
    const found = typeof key === 'number' ? node.items
      : node.properties && Object.hasOwn(node.properties, key) ? node.properties[key] : node.additionalProperties;
    return found && typeof found === 'object' ? [found] : [];
  }

  expanded(node, value, depth = 0) {
    if (depth > MAX_DEPTH || (node.if && !this.matches(node.if, value))) {
      return [];
    }
    const definition = node.$ref ? [this.schema.definitions[definitionOf(node)]] : [];
    const parts = [...definition, ...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.then ? [node.then] : [])];
    return [node, ...parts.flatMap((part) => this.expanded(part, value, depth + 1))];
  }

  /** Whether a value meets the condition of a rule. */
  matches(condition, value) {
    return Object.entries(condition.properties).every(([key, wanted]) => (wanted.enum ?? [wanted.const]).map(String).includes(textOf(value?.[key])));
  }

  /** The keys that the mapping at a path may have, in their usual order: Map of key to its schemas. */
  propertiesAt(path, tree) {
    const found = new Map();
    for (const node of this.at(path, tree)) {
      for (const [key, property] of Object.entries(node.properties ?? {})) {
        found.set(key, [...(found.get(key) ?? []), property]);
      }
    }
    return found;
  }

  /** The keys that the mapping at a path must have. */
  requiredAt(path, tree) {
    return this.at(path, tree).flatMap((node) => node.required ?? []);
  }
}

/** A keyword of the last schema that has it, which is the most specific one, such as that of a plugin. */
export function keywordOf(nodes, keyword) {
  return nodes.findLast((node) => node[keyword] !== undefined)?.[keyword];
}
