// SPDX-License-Identifier: Apache-2.0
// The documentation of a plugin. The server has sanitised its HTML; nevertheless it is shown in a frame that runs no
// scripts. Links get a target, and the frame is as high as its content.
import {pluginAddress} from '../module/addresses.js';
import {search} from '../module/api.js';
import {html, nothing, ref} from '../module/lit.js';

export function documentation(id, {html: content, pages = [], page, title}) {
  const heading = title || 'Documentation';
  return html`<section class="card" aria-labelledby="documentation">
    <div class="card-head"><h2 id="documentation">Documentation</h2></div>
    ${pages.length > 1
      ? html`<nav class="buttons documentation-pages" aria-label="Pages of the documentation">
          ${pages.map(
            (one) => html`<a
              class="button compact"
              href=${pluginAddress(id) + search({page: one.page})}
              aria-current=${one.page === page ? 'page' : nothing}
              >${one.title}</a
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
      ${ref(fit)}
    ></iframe>
  </section>`;
}

function frame(content, title) {
  const parsed = new DOMParser().parseFromString(content, 'text/html');
  for (const link of parsed.querySelectorAll('a[href]')) {
    const target = new URL(link.getAttribute('href'), location.href);
    if (link.getAttribute('href').startsWith('#')) {
      continue;
    }
    link.target = target.origin === location.origin ? '_top' : '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const wide of parsed.querySelectorAll('pre')) {
    wide.tabIndex = 0;
  }
  parsed.querySelectorAll('script').forEach((script) => script.remove());
  const head = parsed.createElement('title');
  head.textContent = title;
  const sheets = ['token', 'documentation'].map((name) => {
    const sheet = parsed.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = `/style/${name}.css`;
    return sheet;
  });
  parsed.head.replaceChildren(head, ...sheets);
  parsed.documentElement.lang = 'en';
  return '<!doctype html>' + parsed.documentElement.outerHTML;
}

function fit(element) {
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
