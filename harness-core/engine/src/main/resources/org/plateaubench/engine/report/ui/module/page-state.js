// SPDX-License-Identifier: Apache-2.0
// The state of a page with charts, as parameters of its address, so that a link shows the same: the shown part of the run,
// the user's choices, and the lines that are hidden.

const tenth = (seconds) => String(Math.round(10 * seconds) / 10);

/** The state of one page. */
export class PageState {
  /**
   * The state in an address; without arguments, the state is not in the address.
   *
   * @param query URLSearchParams of the address
   * @param write called with all parameters, {name: [values]}, after each change
   */
  constructor(query = new URLSearchParams(), write = () => {}) {
    this.parameters = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
    this.write = write;
  }

  /** The first value of a parameter; null without one. */
  get(name) {
    return this.parameters[name]?.[0] ?? null;
  }

  /** All values of a parameter. */
  all(name) {
    return this.parameters[name] ?? [];
  }

  /** Changes some parameters; removes those without a value. */
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

  /** The shown part of the run, {from, to} in seconds of its clock; null for the whole run. */
  part() {
    const [from, to] = ['from', 'to'].map((name) => Number.parseFloat(this.get(name) ?? ''));
    return from < to ? {from, to} : null;
  }

  /** Stores the part that an axis shows, together with other parameters. */
  keepPart({zoomed, from, to}, more = {}) {
    this.keep({from: zoomed ? tenth(from) : null, to: zoomed ? tenth(to) : null, ...more});
  }

  /** A chart specification with the hidden lines of the address, and a listener that stores later changes. */
  lines(spec) {
    const [stored] = this.all('hidden').filter((entry) => entry.split('|')[0] === spec.id);
    return {...spec, keptHidden: stored?.split('|').slice(1).filter(Boolean), onHiddenChange: (hidden, hiddenByDefault) => {
      const others = this.all('hidden').filter((entry) => entry.split('|')[0] !== spec.id);
      const isDefault = hidden.size === hiddenByDefault.size && [...hiddenByDefault].every((name) => hidden.has(name));
      this.keep({hidden: isDefault ? others : [...others, [spec.id, ...hidden].join('|')]});
    }};
  }
}
