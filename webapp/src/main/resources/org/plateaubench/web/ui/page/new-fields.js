// SPDX-License-Identifier: Apache-2.0
// The form of a run file as values: its sections and fields, from the schema and what the text gives. A choice or an
// action that changes more than its own value lists its changes: [{path, value}], without a value to remove it.
import * as api from '../module/api.js';
import {labelOf} from '../module/format.js';
import {definitionOf, keywordOf, typeOf, wordsOf} from '../module/run-schema.js';
import {inline, isObject, YamlText} from '../module/yaml-text.js';

const RATE = '/(s|min|h)';
const FEW_USERS = '10';
const ELSEWHERE = ['plugin', 'sut', 'load', 'mix', 'parameters', 'timeout', 'qos', 'execution'];
/** The fields that are shown first, and those that are if the text gives them: the address of an external SUT, limits. */
const SHORT = [
  /^run\.name$/, /^phases\.(rampUp|steady|rampDown)$/, /^tiles(\.count)?$/, /^suts\.[^.]+\.(service|mode)$/,
  /^workloads\.[^.]+\.load\.(users|rate)$/,
];
const SHORT_IF_GIVEN = [/^suts\.[^.]+\.(url|address|host|port)$/, /^workloads\.[^.]+\.qos\./];

function shown(value) {
  return value === undefined || value === null ? null : typeof value === 'object' ? inline(value) : String(value);
}

function shownList(value) {
  return value === undefined || value === null ? null : [].concat(value).map(shown);
}

/** Creates the form of one text. */
class FormMaker {
  constructor(schema, text, plan) {
    Object.assign(this, {schema, text, plan, duration: schema.schema.definitions.duration.anyOf[0].pattern});
  }

  keys(...path) {
    const value = this.text.at(path);
    return isObject(value) ? Object.keys(value) : [];
  }

  kind(nodes) {
    const [node] = nodes.filter((schema) => schema.enum || schema.anyOf || schema.allOf || schema.$ref || schema.type || schema.oneOf);
    if (!node) {
      return 'yaml';
    }
    if (definitionOf(node) === 'duration' || node.pattern?.startsWith(this.duration)) {
      return 'duration';
    }
    if (wordsOf(node).length) {
      return 'choice';
    }
    switch (typeOf(node)) {
      case 'integer': case 'number': case 'boolean':
        return typeOf(node);
      case 'string':
        return node.pattern?.includes(RATE) ? 'rate' : 'text';
      case 'array':
        return node.items?.type === 'object' || node.items?.oneOf ? 'yaml' : 'list';
      default:
        return 'yaml';
    }
  }

  /** The field of the value at a path. */
  field(path, more = {}) {
    const nodes = more.nodes ?? this.schema.nodesAt(path, this.text.tree);
    const kind = more.kind ?? this.kind(nodes);
    const isList = kind === 'list' || kind === 'limits';
    const isDuration = kind === 'duration';
    const value = this.text.at(path);
    const unit = keywordOf(nodes, 'x-plateau-unit') ?? null;
    const standard = more.default ?? keywordOf(nodes, 'default');
    const {nodes: ignored, default: used, ...rest} = more;
    return {
      id: path.join('.'), path, group: '', label: path.at(-1), kind, unit,
      minimum: keywordOf(nodes, isDuration ? 'x-plateau-least' : 'minimum') ?? null, maximum: keywordOf(nodes, isDuration ? 'x-plateau-most' : 'maximum') ?? null,
      choices: kind === 'choice' ? (nodes.map(wordsOf).find((words) => words.length) ?? []).map((word) => ({value: word, label: word})) : [],
      default: isList ? shownList(standard) : shown(standard), value: isList ? shownList(value) : shown(value),
      given: value !== undefined && value !== null, required: this.schema.requiredAt(path.slice(0, -1), this.text.tree).includes(path.at(-1)),
      secret: keywordOf(nodes, 'writeOnly') === true, reach: keywordOf(nodes, 'x-plateau-reach') ?? null,
      help: (keywordOf(nodes, 'description') ?? '').replace(unit ? ` (${unit})` : '', ''), ...rest,
    };
  }

  section(path, title, fields, {help, isRemovable = false} = {}) {
    return {id: path.join('.'), path, kind: path[0], title, help: help ?? keywordOf(this.schema.nodesAt(path, this.text.tree), 'description') ?? '',
      fields, actions: isRemovable ? [{id: 'remove', label: `Remove ${title}`, help: '', changes: [{path}]}] : []};
  }

  plain(name, title) {
    return this.section([name], title, [...this.schema.propertiesAt([name], this.text.tree).keys()].map((key) => this.field([name, key])));
  }

  tiles() {
    const value = this.text.at(['tiles']);
    const count = isObject(value) ? ['tiles', 'count'] : ['tiles'];
    const number = this.text.at(count) ?? '1';
    const [plain, detailed] = keywordOf(this.schema.nodesAt(['tiles'], this.text.tree), 'oneOf');
    const staggered = {count: number, every: '5s'};
    const fields = [
      this.field(count, {nodes: [plain], default: 1, required: false}),
      this.field(['tiles', 'start'], {kind: 'choice', nodes: [detailed.properties.every], given: true, required: true, value: value?.every === undefined ? 'aligned' : 'staggered', choices: [
        {value: 'aligned', label: 'aligned', changes: [{path: ['tiles'], value: number}]},
        {value: 'staggered', label: 'staggered', changes: [{path: ['tiles'], value: staggered}]}]}),
      ...(isObject(value) ? [this.field(['tiles', 'every'])] : []),
      this.field(['periods'])];
    return this.section(['tiles'], 'Tiles', fields);
  }

  sut(name) {
    const path = ['suts', name];
    const keys = [...this.schema.propertiesAt(path, this.text.tree).keys()];
    return this.section(path, `SUT ${name}`, keys.map((key) => this.field([...path, key])),
      {help: this.rule(path)?.description, isRemovable: true});
  }

  /** What the schema says of the service of a SUT, or of the plugin of a workload. */
  rule(path) {
    return this.schema.at(path, this.text.tree).findLast((node) => node.if)?.then;
  }

  workload(name) {
    const path = ['workloads', name];
    const {tree} = this.text;
    const others = [...this.schema.propertiesAt(path, tree).keys()].filter((key) => !ELSEWHERE.includes(key));
    const inGroup = (group, ...keys) => this.field([...path, ...keys], {group});
    const parameters = [...this.schema.propertiesAt([...path, 'parameters'], tree).keys()];
    const suts = this.keys('suts').map((sut) => ({value: sut, label: sut}));
    const fields = [this.field([...path, 'plugin']), this.field([...path, 'sut'], {kind: 'choice', choices: suts}),
      ...others.map((key) => this.field([...path, key])), ...this.load([...path, 'load']),
      ...parameters.map((key) => inGroup('Parameters', 'parameters', key)),
      inGroup('Load', 'mix'), inGroup('Limits', 'timeout'), inGroup('Load', 'execution'), ...this.limits(path, name)];
    return this.section(path, `Workload ${name}`, fields, {help: this.rule(path)?.description, isRemovable: true});
  }

  limits(path, name) {
    const planned = this.plan?.workloads.find((workload) => workload.name === name)?.mix ?? [];
    const declared = this.schema.propertiesAt([...path, 'qos'], this.text.tree).keys();
    const keys = new Set(['*', ...declared, ...planned, ...this.keys(...path, 'qos')]);
    return [...keys].map((key) => this.field([...path, 'qos', key], {kind: 'limits', group: 'Limits', required: false,
      ...(key === '*' ? {help: 'All operations together, and each by itself.'} : {})}));
  }

  /** The kind of a load, and the fields of that kind. */
  load(path) {
    const kinds = keywordOf(this.schema.nodesAt(path, this.text.tree), 'oneOf');
    const value = this.text.at(path);
    const given = isObject(value) ? value : {};
    const isOpen = 'rate' in given || (Array.isArray(given.schedule) && given.schedule.some((step) => isObject(step) && 'rate' in step));
    const kindWith = (...keys) => kinds.find(({required, properties}) => required.includes(keys[0]) && keys.every((key) => key in properties));
    const [closed, open, ofUsers, ofRates] = [kindWith('users'), kindWith('rate'), kindWith('schedule', 'think'), kindWith('schedule', 'maxUsers')];
    const kind = 'schedule' in given ? (isOpen ? ofRates : ofUsers) : isOpen ? open : closed;
    const kept = (some) => Object.fromEntries(Object.entries(given).filter(([key]) => some.includes(key)));
    const others = (loadKind) => Object.keys(loadKind.properties).filter((key) => !['users', 'rate', 'schedule'].includes(key));
    const users = given.users ?? given.maxUsers ?? FEW_USERS;
    const rate = given.rate ?? '10/s';
    const step = {for: this.text.at(['phases', 'steady']) ?? '60s', ...(isOpen ? {rate} : {users})};
    const choice = (value, label, load) => ({value, label, changes: [{path, value: load}]});
    const choices = [choice('users', 'closed: users', {users, ...kept(others(closed))}),
      choice('rate', 'open: a rate of arrivals', {rate, maxUsers: users, ...kept(others(open))}),
      choice('schedule', 'a schedule of steps', {schedule: given.schedule ?? [step], ...kept(others(isOpen ? ofRates : ofUsers))})];
    const isPaced = 'think' in given || 'cycle' in given;
    return [this.field(path, {group: 'Load', kind: 'choice', choices, given: true, required: true, value: kind.required[0]}),
      ...Object.keys(kind.properties).map((key) => {
        const field = this.field([...path, key], {group: 'Load', required: kind.required.includes(key),
          ...(key === 'schedule' ? {nodes: [kind.properties.schedule]} : {})});
        return isPaced && ['think', 'cycle'].includes(key) ? {...field, default: null} : field;
      })];
  }

  /** What can be added: a SUT of each service, and each workload, with the entries that the server proposes. */
  additions({services, workloads}) {
    const free = (section, wanted) => {
      const taken = this.keys(section);
      let name = wanted;
      for (let i = 2; taken.includes(name); i++) {
        name = `${wanted}-${i}`;
      }
      return [section, name];
    };
    const last = this.keys('suts').at(-1);
    return [...services.map(({name, description, entry}) => ({id: `suts.${name}`, label: `SUT ${name}`, help: description,
      changes: [{path: free('suts', name), value: entry}]})),
    ...workloads.map(({name: workload, reference, description, needsSut, entry: {plugin, ...entry}}) => ({
      id: `workloads.${reference.replace('/', '.')}`, label: `Workload ${reference}`, help: description,
      changes: [{path: free('workloads', workload), value: {plugin, ...(needsSut && last ? {sut: last} : {}), ...entry}}]}))];
  }

  form(starters) {
    return {sections: [this.plain('run', 'Run'), this.plain('phases', 'Phases'), this.tiles(),
      ...this.keys('suts').map((name) => this.sut(name)), ...this.keys('workloads').map((name) => this.workload(name))],
    additions: this.additions(starters)};
  }
}

/**
 * The form of a text. The plan names the operations of plugins that only their parameters decide. `placed` of a field
 * says whether it is among those that the text gives, where `held`, the field that is edited, stays until it is left.
 */
export function formOf(schema, text, plan, starters, held = null) {
  const form = new FormMaker(schema, text, plan).form(starters);
  const placed = (field) => ({...field, placed: field.id === held?.id ? held.given : field.given});
  return {...form, sections: form.sections.map((section) => ({...section, fields: section.fields.map(placed)}))};
}

/** Whether a field is among those that are shown first. */
export function isShort(field) {
  return SHORT.some((pattern) => pattern.test(field.id)) || (field.placed && SHORT_IF_GIVEN.some((pattern) => pattern.test(field.id)));
}

/** The sections with the most common fields, or with all others. */
export function sectionsOf(form, short) {
  return form.sections
    .map((section) => ({...section, fields: section.fields.filter((field) => isShort(field) === short)}))
    .filter((section) => section.fields.length > 0 || (!short && section.actions.length > 0));
}

/** Whether a field contains all words of a search in its key, label, section or help. */
export function matches(field, section, search) {
  const text = [field.id, labelOf(field.label), section.title, field.group, field.help].join(' ').toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** The text with the running SUT in place of its first SUT of that service. */
export async function against(schema, text, path, name) {
  const sut = await api.get(api.path`/rig/suts/${name}`);
  const own = Object.entries(new YamlText(text).at(['suts']) ?? {}).find(([, {service}]) => service === sut.service);
  if (!own) {
    throw new Error(`This run file has no SUT of the service ${sut.service} that ${name} could replace.`);
  }
  const section = ['suts', own[0]];
  const order = (place) => [...schema.propertiesAt(place, new YamlText(text).tree).keys()];
  const replaced = (value) => new YamlText(text).with(section, value, order);
  // Keys of embedded SUTs only, such as the storage, go with the others.
  const value = {service: sut.service, mode: 'external', ...sut.properties};
  const {problems} = await api.post('/validate', {text: replaced(value), path});
  // Some properties of a running SUT, such as its port, are not parameters of an external one.
  const wrong = problems.map((problem) => problem.path);
  return replaced(Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.includes([...section, key].join('.')))));
}
