// SPDX-License-Identifier: Apache-2.0
// The REST API as its OpenAPI document describes it: operations, required roles, parameters and answers.
import * as api from '../module/api.js';
import {frame} from '../module/frame.js';
import {html, nothing, render} from '../module/lit.js';
import {fetching} from '../module/loader.js';
import {problemView} from '../module/notice.js';

/** Every operation of a document, in its order: {path, method, tag, role, ...}. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) => ['get', 'post', 'put', 'patch', 'delete']
    .filter((method) => item[method]).map((method) => {
      const operation = item[method];
      return {
        path, method: method.toUpperCase(), tag: operation.tags?.[0] ?? 'other', role: operation['x-plateau-role'] ?? '',
        summary: operation.summary ?? '', description: operation.description ?? '', body: operation.requestBody ?? null,
        responses: operation.responses ?? {},
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolved(document, one)),
      };
    }));
}

/** Resolves a reference within the document. */
export function resolved(document, value) {
  if (!value?.$ref) {
    return value;
  }
  return value.$ref.slice(2).split('/').reduce((found, name) => found?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document) ?? value;
}

/** The type of a schema in a few words. */
export function typeText(document, schema, depth = 0) {
  const known = resolved(document, schema) ?? {};
  const named = schema?.$ref?.split('/').at(-1);
  if (depth > 0 && named) {
    return named;
  }
  if (known.enum) {
    return known.enum.map(String).join(' | ');
  }
  const type = [known.type].flat().filter(Boolean).join(' or ');
  if (type.startsWith('array')) {
    return `list of ${typeText(document, known.items, depth + 1)}`;
  }
  const bounds = [known.minimum !== undefined ? `from ${known.minimum}` : '', known.maximum !== undefined ? `to ${known.maximum}` : '',
    known.maxLength !== undefined ? `at most ${known.maxLength} characters` : ''].filter(Boolean).join(' ');
  return [type || named || 'any', bounds].filter(Boolean).join(', ');
}

function content(document, part) {
  const [[type, media] = []] = Object.entries(resolved(document, part)?.content ?? {});
  if (!type) {
    return nothing;
  }
  const schema = resolved(document, media.schema) ?? {};
  const properties = Object.entries(schema.properties ?? {});
  return html`<p class="soft small">${type}${media.schema?.$ref ? `: ${media.schema.$ref.split('/').at(-1)}` : nothing}</p>
    ${properties.length === 0 ? nothing : html`<dl class="pairs">${properties.map(([name, value]) => html`<div><dt><code>${name}</code>${
      schema.required?.includes(name) ? nothing : html` <span class="soft small">optional</span>`}</dt>
      <dd>${typeText(document, value, 1)}${resolved(document, value)?.description ? html`. ${resolved(document, value).description}` : nothing}</dd></div>`)}</dl>`}`;
}

function parameters(document, list) {
  return list.length === 0 ? nothing : html`<h4>Parameters</h4><dl class="pairs">${list.map((one) => html`<div>
    <dt><code>${one.name}</code> <span class="soft small">${one.in}</span></dt>
    <dd>${typeText(document, one.schema, 1)}${one.description ? html`. ${one.description}` : nothing}</dd></div>`)}</dl>`;
}

function operation(document, one) {
  return html`<details class="operation" data-test="operation"><summary><code><strong>${one.method}</strong> ${one.path}</code>
      <span class="soft">${one.summary}</span> <span class="chip">${one.role}</span></summary>
    ${one.description ? html`<p>${one.description}</p>` : nothing}
    ${parameters(document, one.parameters)}
    ${one.body ? html`<h4>Body</h4>${content(document, one.body)}` : nothing}
    <h4>Answers</h4>
    <dl class="pairs">${Object.entries(one.responses).map(([status, response]) => html`<div><dt><code>${status}</code></dt>
      <dd>${resolved(document, response).description}${Number(status) < 300 ? content(document, response) : nothing}</dd></div>`)}</dl>
  </details>`;
}

/** Shows the page. */
export async function page(root) {
  const state = {document: null, error: null, wanted: ''};

  const read = fetching(state, async () => {
    state.document = await api.get('/openapi.json');
  }, draw);

  function list() {
    const {document, wanted} = state;
    const found = operationsOf(document)
      .filter((one) => `${one.method} ${one.path} ${one.summary}`.toLowerCase().includes(wanted.toLowerCase()));
    const tags = [...new Set(found.map(({tag}) => tag))];
    return found.length === 0 ? html`<p class="table-state">Nothing of the API matches.</p>` : tags.map((tag) => html`
      <section class="card" aria-label=${tag}><h2>${tag}</h2>${found.filter((one) => one.tag === tag).map((one) => operation(document, one))}</section>`);
  }

  function draw() {
    const lead = html`Everything that these pages do. A program shows an API token: <code>Authorization: Bearer …</code>, from
      <a href="/account">your account</a>. The same as a document for tools: <a href="/api/v1/openapi.json" target="_blank" rel="noopener">openapi.json</a>.`;
    render(frame({title: 'REST API', lead}, html`${problemView(state.error, read)}
      <label class="with-unit">Find <input type="search" id="api-find" .value=${state.wanted} @input=${(event) => {
        state.wanted = event.target.value;
        draw();
      }}></label>
      ${state.document ? list() : nothing}`), root);
  }

  draw();
  await read();
  return {};
}
