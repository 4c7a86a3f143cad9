// SPDX-License-Identifier: Apache-2.0
// The charts of a study: bars with their range, scaling, response times against their limits, interference.
import {words} from '../module/format.js';

const COLOURS = 8;
const PERCENTILES = ['p50', 'p95', 'p99'];
/** The baseline of cells in which each workload is compared with the cell of the same name. */
const EACH_ALONE = 'each workload alone';

const keyOf = ({workload, line, name, unit}) => JSON.stringify([workload, line, name, unit]);
const named = ({workload, line, name}) => [workload, words(line), words(name)].filter(Boolean).join(' ');
const isMetric = ({line, name}) => line === '' && name !== 'throughput';
const figureOf = (cell, key) => cell?.figures.find((figure) => keyOf(figure) === key);

/** One figure of each kind in the cells that matches a condition. */
function kinds(cells, condition) {
  const byKey = new Map(cells.flatMap(({figures}) => figures).filter(condition).map((figure) => [keyOf(figure), figure]));
  return [...byKey.values()];
}

function barOf(label, {values, limit, lowerBound}, colour = 1, scale = 1) {
  return {label, colour, lowerBound, mean: values.mean * scale, least: values.least * scale, greatest: values.greatest * scale,
    limit: limit === null ? null : limit * scale};
}

/** The factor that converts a figure to a share of its baseline; null if the baseline did not pass, or does not have the figure or only a lower bound of it. */
function scaleOf(cells, cell, figure) {
  const baseline = cell.baseline === EACH_ALONE ? figure.workload : cell.baseline;
  const baseFigure = figureOf(cells.find(({name}) => name === baseline), keyOf(figure));
  return baseFigure && (figure.ofBaseline !== null || cell.name === baseline) && !baseFigure.lowerBound && baseFigure.values.mean !== 0
    ? 1 / baseFigure.values.mean : null;
}

/** Every headline figure, with a bar for each cell. */
export function metrics({cells}) {
  return kinds(cells, isMetric).map((kind) => {
    const shown = cells.map((cell) => ({cell, figure: figureOf(cell, keyOf(kind))})).filter(({figure}) => figure);
    const isShare = shown.some(({figure}) => figure.ofBaseline !== null);
    return {
      id: `bars-${keyOf(kind)}`, title: named(kind), unit: isShare ? '' : kind.unit,
      subtitle: `${isShare ? 'as a share of its baseline, ' : ''}mean and range of the trials`,
      bars: shown.map(({cell, figure}) => ({cell, figure, scale: isShare ? scaleOf(cells, cell, figure) : 1}))
        .filter(({scale}) => scale !== null)
        .map(({cell, figure, scale}) => barOf(cell.name || 'all trials', figure, 1, scale)),
    };
  });
}

/** The response times of each workload's operations in every cell: the percentile with a limit, otherwise the 95th. */
export function latencies({cells}) {
  const limitedFigure = (kind) => cells.flatMap(({figures}) => figures)
    .find(({workload, line, limit}) => workload === kind.workload && line === kind.line && limit !== null);
  const bars = new Map();
  for (const kind of kinds(cells, ({line, name}) => line !== '' && name.startsWith('p'))) {
    cells.forEach((cell, index) => {
      const figure = figureOf(cell, keyOf(kind));
      if (figure && (figure.limit !== null || kind.name === (limitedFigure(kind)?.name ?? 'p95'))) {
        const label = `${words(kind.line)} ${kind.name}${cell.name && `, ${cell.name}`}`;
        bars.set(kind.workload, [...(bars.get(kind.workload) ?? []), barOf(label, figure, (index % COLOURS) + 1)]);
      }
    });
  }
  return [...bars].map(([workload, barsOfWorkload]) => ({id: `times-${workload}`, title: workload, unit: 'ms',
    subtitle: 'response time, with its limit in red', bars: barsOfWorkload}));
}

function levelOf({levels}, factor) {
  const [, value, unit] = /^(\d{1,12}(?:\.\d{1,9})?)(\/(?:s|min|h))?$/.exec(levels[factor] ?? '') ?? [];
  return {x: Number(value), unit: unit ?? ''};
}

/** Curves of each headline figure over each factor whose levels are numbers of one unit, with the line of ideal scaling. */
export function scaling({cells}) {
  const factors = [...new Set(cells.flatMap(({levels}) => Object.keys(levels)))].filter((factor) => {
    const levels = cells.map((cell) => levelOf(cell, factor));
    return levels.every(({x, unit}) => Number.isFinite(x) && unit === levels[0].unit) && new Set(levels.map(({x}) => x)).size > 1;
  });
  return factors.flatMap((factor) => kinds(cells, isMetric).map((kind) => {
    const curves = new Map();
    for (const cell of cells) {
      const figure = figureOf(cell, keyOf(kind));
      const rest = Object.entries(cell.levels).filter(([name]) => name !== factor).map(([, level]) => level).join(', ') || 'mean';
      if (figure) {
        const {mean, least, greatest} = figure.values;
        curves.set(rest, [...(curves.get(rest) ?? []), {x: levelOf(cell, factor).x, y: mean, least, greatest}]);
      }
    }
    const lines = [...curves].map(([name, points]) => ({name, points: points.sort((a, b) => a.x - b.x)}));
    const [least] = lines[0].points;
    const places = [...new Set(lines.flatMap(({points}) => points.map(({x}) => x)))].sort((a, b) => a - b);
    const ideal = {name: 'ideal scaling', isIdeal: true, points: places.map((x) => ({x, y: (least.y / least.x) * x}))};
    return {id: `scaling-${factor}-${keyOf(kind)}`, title: named(kind), unit: kind.unit, subtitle: `by ${factor}`, factor,
      lines: least.x > 0 ? [...lines, ideal] : lines};
  }));
}

/** The ratio of the response time of a workload (row) together with others (column) to that alone, a table for each percentile; empty for other studies. */
export function interference({cells}) {
  const combined = cells.filter(({baseline}) => baseline === EACH_ALONE);
  const victims = combined.filter(({name}) => !name.includes(' ')).map(({name}) => name);
  return combined.length === 0 ? [] : PERCENTILES.map((percentile) => {
    const rows = victims.map((victim) => {
      const row = new Map();
      for (const cell of combined) {
        const figure = cell.figures.find(({workload, line, name}) => workload === victim && line === 'all' && name === percentile);
        if (figure && figure.ofBaseline !== null) {
          row.set(cell.name.split(' + ').filter((name) => name !== victim).join(' + '), figure);
        }
      }
      return {victim, row};
    });
    const known = new Set(rows.flatMap(({row}) => [...row.keys()]));
    return {percentile, rows, aggressors: [...victims.filter((name) => known.has(name)), ...[...known].filter((name) => !victims.includes(name))]};
  });
}
