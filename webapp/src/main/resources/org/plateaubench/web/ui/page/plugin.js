// SPDX-License-Identifier: Apache-2.0
// The page of a plugin: its workloads with operations and parameters, its services, and its documentation.
import {html, nothing, ref, render} from '../module/lit.js';
import {newRunAddress, pluginAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {fact} from '../module/facts.js';
import {folded} from '../module/fold.js';
import {share, words} from '../module/format.js';
import {problemView} from '../module/notice.js';
import {setTitle} from '../module/router.js';
import {table} from '../module/table.js';
import {parameterTable} from './parameters.js';

export async function page(root, {parameters, query, session}) {
  const {id} = parameters;
  setTitle(`Plugin ${id}`);
  const plugin = await api.get(api.path`/plugins/${id}`);
  let pages = null;
  let problem = null;
  if (plugin.documented !== false) {
    try {
      pages = await api.get(api.path`/plugins/${id}/documentation`, {page: query.get('page')});
    } catch (error) {
      problem = error;
    }
  }
  render(
    html`<div class="wrap">
      <div class="page-head">
        <div>
          <p class="small"><a href="/plugins">Plugins</a></p>
          <h1>${plugin.id} <span class="chip">${plugin.version}</span></h1>
          <p class="lead">${plugin.description}</p>
        </div>
        ${plugin.workloads.length > 0 && session.may('operator')
          ? html`<div class="buttons">
              <a class="button primary" href=${newRunAddress({plugin: id})} data-test="new-with-plugin">New run with this plugin</a>
            </div>`
          : nothing}
      </div>
      ${plugin.problem
        ? html`<div class="callout tone-bad" role="alert"><p>${plugin.problem}</p></div>`
        : nothing}
      ${plugin.workloads.map((workload) => workloadCard(plugin, workload, session))} ${plugin.services.map(serviceCard)}
      ${problem ? problemView(problem) : nothing} ${pages ? documentation(plugin.id, pages) : nothing}
    </div>`,
    root,
  );
  return {};
}

function workloadCard(plugin, workload, session) {
  const {metric, executions = [], measures: counted = []} = workload.definition ?? {};
  const unitEntries = Object.entries(workload.units);
  return html`<section class="card" aria-label="Workload ${workload.name}" data-test="workload">
    <div class="card-head">
      <h2>Workload ${workload.name}</h2>
      ${plugin.workloads.length > 1 && session.may('operator')
        ? html`<a class="button compact" href=${newRunAddress({plugin: plugin.id, workload: workload.name})}>New run with ${workload.name}</a>`
        : nothing}
      <p>${workload.description}</p>
    </div>
    <dl class="facts">
      ${fact('In a run file', html`<code>plugin: ${workload.reference}</code>`)}
      ${metric ? fact('Metric', `${words(metric.name)} (${metric.unit})`) : nothing}
      ${fact('Pacing', workload.pacing)} ${fact('Needs a SUT', workload.needsSut ? 'yes' : 'no')}
      ${executions.length > 0 ? fact('Execution', executions.join(' or ')) : nothing}
    </dl>
    ${part('Operations', operations(workload))} ${unitEntries.length > 0 ? part('Units', units(unitEntries)) : nothing}
    ${list('Counters and gauges', counted, measures)} ${parameterList(workload)}
  </section>`;
}

function serviceCard(service) {
  return html`<section class="card" aria-label="Service ${service.name}">
    <div class="card-head">
      <h2>Service ${service.name}</h2>
      <a class="button compact" href="/rig">Start it on the rig</a>
      <p>${service.description}</p>
    </div>
    ${parameterList(service)}
  </section>`;
}

function part(title, content) {
  return html`<div class="rig-block"><h3>${title}</h3>${content}</div>`;
}

/** Reference material: a line that unfolds. */
function list(title, rows, content) {
  return rows.length === 0 ? nothing : folded('rig-block', html`<strong>${title}</strong> (${rows.length})`, content(rows));
}

function parameterList({name, parameters}) {
  return list('Parameters', parameters, (rows) => parameterTable(rows, `Parameters of ${name}`));
}

const LIMITS = {
  id: 'limits', label: 'Default limits', className: 'default-limits',
  cell: ({limits}) => (limits?.length ? limits.map((limit) => html`<code>${limit}</code> `) : '–'),
};

function operations({name, definition, shares}) {
  return !definition
    ? html`<p class="soft">The operations depend on parameters that have no default.</p>`
    : table({
        caption: `Operations of ${name}`,
        rows: definition.operations,
        key: (operation) => operation.name,
        columns: [
          {id: 'name', label: 'Operation', header: true, cell: (operation) => operation.name},
          {id: 'description', label: 'What it does', full: true, cell: (operation) => operation.description || '–'},
          {
            id: 'share', label: 'Share', numeric: true, cell: (operation) => share(shares[operation.name] ?? 0),
            title: 'Share of all operations in the default mix',
          },
          {id: 'timeout', label: 'Timeout', numeric: true, cell: (operation) => operation.timeout},
          LIMITS,
        ],
      });
}

function units(list) {
  return table({
    caption: 'Units of more than one operation',
    rows: list,
    key: ([name]) => name,
    columns: [
      {id: 'name', label: 'Unit', header: true, cell: ([name]) => name},
      {id: 'description', label: 'What it is', full: true, cell: ([, description]) => description},
    ],
  });
}

function measures(list) {
  return table({
    caption: 'Counters and gauges of the workload',
    rows: list,
    key: (measure) => measure.name,
    columns: [
      {id: 'name', label: 'Name', header: true, cell: (measure) => measure.name},
      {id: 'description', label: 'What it is', full: true, cell: (measure) => measure.description || '–'},
      {id: 'kind', label: 'Kind', cell: (measure) => measure.kind},
      {id: 'unit', label: 'Unit', cell: (measure) => measure.unit || '–'},
      ...(list.some((measure) => measure.limits?.length) ? [LIMITS] : []),
    ],
  });
}

function documentation(id, {html: content, pages = [], page, title}) {
  const heading = title || 'Documentation';
  return html`<section class="card" aria-labelledby="documentation">
    <div class="card-head"><h2 id="documentation">Documentation</h2></div>
    ${pages.length > 1
      ? html`<nav class="buttons" aria-label="Pages of the documentation">
          ${pages.map(
            (linked) => html`<a
              class="button compact"
              href=${pluginAddress(id) + api.search({page: linked.page})}
              aria-current=${linked.page === page ? 'page' : nothing}
              >${linked.title}</a
            >`,
          )}
        </nav>`
      : nothing}
    <iframe
      class="documentation"
      data-test="documentation"
      title=${heading}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      .srcdoc=${frame(content, heading)}
      ${ref(fitHeight)}
    ></iframe>
  </section>`;
}

function frame(content, title) {
  const parsed = new DOMParser().parseFromString(content, 'text/html');
  for (const link of parsed.querySelectorAll('a[href]:not([href^="#"])')) {
    const target = new URL(link.getAttribute('href'), location.href);
    link.target = target.origin === location.origin ? '_top' : '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const wide of parsed.querySelectorAll('pre')) {
    wide.tabIndex = 0;
  }
  const head = parsed.createElement('title');
  head.textContent = title;
  const sheets = ['token', 'base', 'documentation'].map((name) => {
    const sheet = parsed.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = `/style/${name}.css`;
    return sheet;
  });
  parsed.head.replaceChildren(head, ...sheets);
  parsed.documentElement.lang = 'en';
  return '<!doctype html>' + parsed.documentElement.outerHTML;
}

function fitHeight(element) {
  if (!element || element.dataset.fitted) {
    return;
  }
  element.dataset.fitted = 'yes';
  const adjust = () => {
    const body = element.contentDocument?.body;
    if (body) {
      element.style.height = `${Math.ceil(body.getBoundingClientRect().height) + 2}px`;
    }
  };
  element.addEventListener('load', adjust);
  new ResizeObserver(adjust).observe(element);
}
