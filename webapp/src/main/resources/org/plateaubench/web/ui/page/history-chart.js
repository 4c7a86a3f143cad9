// SPDX-License-Identifier: Apache-2.0
// The chart of one figure over the runs of a name: its values, the mean between changes, and marks at the changes.
import {LineChart} from '../module/chart-base.js';
import {markers, stepMarks} from '../module/chart-draw.js';
import {timeText, words} from '../module/format.js';

const MANY_RUNS = 200;

/** The name of a figure. */
export function nameOf(figure) {
  return [figure.workload, ...[figure.line, figure.name].map((name) => words(name ?? ''))].filter(Boolean).join(' ');
}

/** The chart of a figure. */
export class HistoryChart extends LineChart {
  constructor(history, figure, id, place) {
    super(place.lines({id, title: nameOf(figure), subtitle: 'of each run that counts', unit: figure.unit, wide: true,
      empty: 'No run that counts has this figure.'}),
    [stepMarks(() => figure.changes.map((change) => ({number: `run ${change.first}`, from: change.first, to: history.runs.length + 1}))), markers]);
    this.history = history;
    const several = history.conditions.length > 1;
    const lines = history.conditions.flatMap((conditions) => {
      const within = (run) => history.runs[run - 1].conditions === conditions.number;
      const points = figure.points.filter((point) => within(point.run)).map((point) => ({x: point.run, y: point.value}));
      const stretchOf = (run) => figure.stretches.find((stretch) => stretch.conditions === conditions.number
        && stretch.first <= run && run <= stretch.last);
      const of = several ? `, conditions ${conditions.number}` : '';
      return points.length === 0 ? [] : [
        {name: `value${of}`, points, joined: false},
        {name: `mean between changes${of}`, joined: true, points: points.map(({x}) => ({x, y: stretchOf(x).mean}))},
      ];
    });
    this.set(lines);
  }

  /** The means are drawn above the values, and many values are drawn small, so that they do not hide the means. */
  datasets() {
    return super.datasets().map((set, index) => {
      const {joined, points} = this.series[index];
      const radius = points.length > MANY_RUNS ? 1.5 : 4;
      return {...set, showLine: joined, order: joined ? 0 : 1, pointRadius: joined ? 0 : radius};
    });
  }

  horizontal() {
    return this.line({type: 'linear', min: 0.5, max: this.history.runs.length + 0.5,
      ticks: {precision: 0, callback: (value) => (Number.isInteger(value) ? value : '')},
      title: {display: true, text: 'run, the oldest first'}});
  }

  reach() {
    return 1e-9;
  }

  key(point) {
    const run = this.history.runs[point.x - 1];
    return `${point.x} (${run.startedAt ? timeText(run.startedAt) : run.id})`;
  }

  get keyName() {
    return 'Run';
  }

  /** The first column of the additional figures. */
  get exportedKey() {
    return {name: 'Run', value: (x) => this.history.runs[x - 1].id};
  }
}
