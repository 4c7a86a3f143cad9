// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {powerCharts} = await page('page/result-power.js');
const {meterCharts} = await page('page/chart-specs.js');

const meter = (name, at, energy) => ({meter: {name, sut: name, series: 'power', at}, stretches: [{kind: 'steady', energy}]});
const readings = (name, values) => ({source: `sut/${name}`, series: 'power', unit: 'W', time: values.map((_, at) => at + 1), values});

test('each place of meters has a chart with a line for each meter and the energy in its caption', () => {
  const result = {power: {meters: [meter('rack', 'wall', {joules: 750, uncertaintyJoules: 9}), meter('shelf', 'wall', null), meter('gone', 'component', null)]}};
  const telemetry = [readings('rack', [250, 251]), readings('shelf', [40, 41]), readings('other', [1, 2]),
    {...readings('rack', [7, 7]), series: 'temperature'}];
  const charts = powerCharts(result, telemetry, {phases: () => []});
  assert.deepEqual(charts.map(({id, unit}) => [id, unit]), [['power-wall', 'W']]);
  assert.match(charts[0].detail, /rack 750 J ± 9 J, shelf void/);
  assert.deepEqual(charts[0].pick({telemetry}).series.map(({name, values}) => [name, values]), [['rack', [250, 251]], ['shelf', [40, 41]]]);
});

test('a run of several tiles has its meter with the first one', () => {
  const result = {power: {meters: [meter('rack', 'wall', null)]}};
  const telemetry = [{...readings('rack', [250]), source: 'sut/1/rack'}];
  assert.deepEqual(powerCharts(result, telemetry, {phases: () => []})[0].pick({telemetry}).series.map(({values}) => values), [[250]]);
});

test('a run in progress has the charts of its plan, also before the first reading', () => {
  const plan = [{name: 'rack', sut: 'rack', series: 'power', at: 'wall'}, {name: 'disks', sut: 'shelf', series: 'power', at: 'component'}];
  const charts = meterCharts(plan, {phases: () => []});
  assert.deepEqual(charts.map(({title, detail}) => [title, detail]), [['Power at the wall', ''], ['Power in components', '']]);
  assert.deepEqual(charts.map(({pick}) => pick({telemetry: []}).series), [[], []]);
  const telemetry = [readings('shelf', [40, 41])];
  assert.deepEqual(charts.map(({pick}) => pick({telemetry}).series.map(({name, values}) => [name, values])), [[], [['disks', [40, 41]]]]);
  assert.deepEqual(meterCharts([], {phases: () => []}), []);
});

test('a run without meters has no chart of power', () => {
  assert.deepEqual(powerCharts({power: null}, [], {phases: () => []}), []);
  assert.deepEqual(powerCharts(null, undefined, {phases: () => []}), []);
});
