// SPDX-License-Identifier: Apache-2.0
// What is looked at on a page, kept as parameters of its address, so that a link shows the same: the part of the run, choices,
// and the lines that were hidden or shown. Every page with charts uses this one.

const tenth = (seconds) => String(Math.round(10 * seconds) / 10);

/** The choices of one page. */
export class PageState {
  /**
   * What an address says; without one, what is chosen is known to the page alone.
   *
   * @param query URLSearchParams of the address
   * @param write called with all parameters, {name: [values]}, after each change
   */
  constructor(query = new URLSearchParams(), write = () => {}) {
    this.parameters = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
    this.write = write;
  }

  /** The first value of a parameter; null where it is not there. */
  get(name) {
    return this.parameters[name]?.[0] ?? null;
  }

  /** All values of a parameter. */
  all(name) {
    return this.parameters[name] ?? [];
  }

  /** Changes some parameters and leaves the others; one without a value is left out. */
  keep(parameters) {
    for (const [name, value] of Object.entries(parameters)) {
      const values = [value].flat().filter((entry) => entry !== null && entry !== undefined && entry !== '').map(String);
      if (values.length) {
        this.parameters[name] = values;
      } else {
        delete this.parameters[name];
      }
    }
    this.write({...this.parameters});
  }

  /** The part of the run that is looked at, {from, to} in seconds of its clock; null for none. */
  part() {
    const [from, to] = ['from', 'to'].map((name) => Number.parseFloat(this.get(name) ?? ''));
    return from < to ? {from, to} : null;
  }

  /** Keeps the part that an axis shows, together with other parameters. */
  keepPart({zoomed, from, to}, more = {}) {
    this.keep({from: zoomed ? tenth(from) : null, to: zoomed ? tenth(to) : null, ...more});
  }

  /** The description of a chart with the lines hidden that the address names, and what keeps those that are hidden later. */
  lines(spec) {
    const others = (own) => this.all('hidden').filter((entry) => (entry.split('|')[0] === spec.id) === own);
    const [known] = others(true);
    return {...spec, keptHidden: known?.split('|').slice(1).filter(Boolean), onHiddenChange: (hidden, hiddenByDefault) => {
      const isUsual = hidden.size === hiddenByDefault.size && [...hiddenByDefault].every((name) => hidden.has(name));
      this.keep({hidden: isUsual ? others(false) : [...others(false), [spec.id, ...hidden].join('|')]});
    }};
  }
}
