(function () {
  'use strict';
  var root = document.documentElement;
  var data = JSON.parse(document.getElementById('plateau-data').textContent);
  var charts = [];

  function colour(name) {
    return getComputedStyle(root).getPropertyValue('--' + name).trim();
  }

  function clock(seconds) {
    var whole = Math.round(seconds);
    var rest = Math.abs(whole) % 3600;
    var text = (whole >= 3600 ? Math.floor(whole / 3600) + ':' : '') +
      String(Math.floor(rest / 60)).padStart(whole >= 3600 ? 2 : 1, '0') + ':' + String(rest % 60).padStart(2, '0');
    return (whole < 0 ? '-' : '') + text;
  }

  function said(value) {
    var size = Math.abs(value);
    var digits = size === 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, digits ? '' : ' ');
  }

  /* Shades the phases behind a chart over time and writes their names above. */
  var phaseShading = {
    id: 'phases',
    beforeDatasetsDraw: function (chart) {
      var area = chart.chartArea;
      var context = chart.ctx;
      context.save();
      context.beginPath();
      context.rect(area.left, area.top - 18, area.width, area.height + 18);
      context.clip();
      data.phases.forEach(function (phase) {
        var left = Math.max(area.left, chart.scales.x.getPixelForValue(phase.start));
        var right = Math.min(area.right, chart.scales.x.getPixelForValue(phase.end));
        if (right <= left) { return; }
        context.fillStyle = colour(phase.name === 'steady' ? 'steady' : 'phase');
        context.fillRect(left, area.top, right - left, area.height);
        if (phase.start > chart.scales.x.min) {
          context.strokeStyle = colour('soft');
          context.setLineDash([2, 3]);
          context.beginPath();
          context.moveTo(left + 0.5, area.top);
          context.lineTo(left + 0.5, area.bottom);
          context.stroke();
        }
        context.font = '11px ' + Chart.defaults.font.family;
        context.fillStyle = colour('soft');
        context.textAlign = 'center';
        if (context.measureText(phase.name).width + 6 < right - left) {
          context.fillText(phase.name, (left + right) / 2, area.top - 6);
        }
      });
      context.restore();
    }
  };

  /* Marks where the steps of a workload's schedule begin, with their numbers. */
  function stepMarks(steps) {
    return {
      id: 'steps',
      afterDatasetsDraw: function (chart) {
        var area = chart.chartArea;
        var context = chart.ctx;
        context.save();
        context.font = '11px ' + Chart.defaults.font.family;
        context.fillStyle = colour('soft');
        context.strokeStyle = colour('soft');
        context.textAlign = 'left';
        steps.forEach(function (step) {
          var left = chart.scales.x.getPixelForValue(step.start);
          context.globalAlpha = 0.55;
          context.beginPath();
          context.moveTo(left + 0.5, area.top);
          context.lineTo(left + 0.5, area.bottom);
          context.stroke();
          context.globalAlpha = 1;
          var right = chart.scales.x.getPixelForValue(step.end);
          if (context.measureText(String(step.number)).width + 8 < right - left) {
            context.fillText(String(step.number), left + 4, area.top + 11);
          }
        });
        context.restore();
      }
    };
  }

  var DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 4], [1, 2], [6, 2, 1, 2, 1, 2]];
  var POINTS = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'cross', 'crossRot', 'dash'];

  function line(label, points, index, more) {
    var base = {
      label: label,
      data: points.map(function (point) { return { x: point[0], y: point[1] }; }),
      borderColor: colour('s' + (index % 8 + 1)),
      backgroundColor: colour('s' + (index % 8 + 1)),
      borderDash: DASHES[index % 8],
      borderWidth: 2,
      pointRadius: points.length === 1 ? 3 : 0,
      pointHitRadius: 8,
      pointStyle: POINTS[index % 8],
      tension: 0,
      clip: 6,
      spanGaps: false
    };
    return Object.assign(base, more || {});
  }

  function legend() {
    return {
      position: 'bottom',
      labels: {
        color: colour('ink'), boxWidth: 28, boxHeight: 0, padding: 12,
        generateLabels: function (chart) {
          return Chart.defaults.plugins.legend.labels.generateLabels(chart).map(function (item) {
            var set = chart.data.datasets[item.datasetIndex];
            item.lineDash = set.borderDash || [];
            item.lineWidth = 2.5;
            item.strokeStyle = set.borderColor;
            item.fillStyle = 'transparent';
            return item;
          });
        }
      }
    };
  }

  function end() {
    return data.phases.reduce(function (last, phase) { return Math.max(last, phase.end); }, 0) || undefined;
  }

  function axis(more) {
    return Object.assign({
      grid: { color: colour('grid') },
      border: { color: colour('line') },
      ticks: { color: colour('soft'), maxRotation: 0, autoSkipPadding: 14 }
    }, more || {});
  }

  function title(text) {
    return { display: true, text: text, color: colour('soft'), font: { size: 11 } };
  }

  function overTime(datasets, y, unit, workload) {
    return {
      type: 'line',
      data: { datasets: datasets },
      plugins: [phaseShading, stepMarks((workload && workload.steps) || [])],
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, parsing: false,
        layout: { padding: { top: 20 } },
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: {
          x: axis({
            type: 'linear', min: 0, max: end(), title: title('time since the start of ramp-up, min:s'),
            ticks: { color: colour('soft'), maxRotation: 0, autoSkipPadding: 20, includeBounds: false, callback: clock }
          }),
          y: y
        },
        plugins: {
          legend: legend(),
          tooltip: {
            mode: 'index', intersect: false,
            callbacks: {
              title: function (items) { return items.length ? clock(items[0].parsed.x) : ''; },
              label: function (item) { return ' ' + item.dataset.label + ': ' + said(item.parsed.y) + unit; }
            }
          }
        }
      }
    };
  }

  function fromZero(text) {
    return axis({ beginAtZero: true, grace: '5%', title: title(text) });
  }

  function logarithmic(text, series) {
    var most = series.reduce(function (most, points) {
      return points.reduce(function (a, point) { return Math.max(a, point[1]); }, most);
    }, 0);
    return axis({
      type: 'logarithmic', title: title(text), suggestedMax: most * 1.15 || undefined,
      ticks: {
        color: colour('soft'),
        callback: function (value) {
          var first = Number(value.toExponential()[0]);
          return first === 1 || first === 2 || first === 5 ? String(Number(value.toPrecision(3))) : '';
        }
      }
    });
  }

  /* Bytes in the largest binary unit that leaves no tiny numbers, shares in percent; all else as it is. */
  function scaled(chart) {
    var most = chart.series.reduce(function (most, series) {
      return series.points.reduce(function (a, point) { return Math.max(a, Math.abs(point[1])); }, most);
    }, 0);
    var parts = chart.unit.split('/');
    if (parts[0] === 'share') {
      return { divisor: 0.01, unit: chart.unit.replace('share', '%') };
    }
    if (parts[0] !== 'bytes') {
      return { divisor: 1, unit: chart.unit };
    }
    var units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
    var power = 0;
    while (power < units.length - 1 && most >= Math.pow(1024, power + 1)) { power++; }
    parts[0] = units[power];
    return { divisor: Math.pow(1024, power), unit: parts.join('/') };
  }

  function percent(tail) {
    return 'p' + String(Number((100 * (1 - 1 / tail)).toFixed(4)));
  }

  function curves(workload) {
    var ticks = [1, 2, 4, 10, 20, 100, 1000, 10000, 100000, 1000000];
    var most = workload.curves.reduce(function (most, curve) {
      return curve.points.reduce(function (a, point) { return Math.max(a, point[0]); }, most);
    }, 10);
    return {
      type: 'line',
      data: {
        datasets: workload.curves.map(function (curve, index) { return line(curve.name, curve.points, index); })
      },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, parsing: false,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: {
          x: axis({
            type: 'logarithmic', min: 1, max: most, title: title('percentile, scaled by 1/(1-p)'),
            afterBuildTicks: function (scale) {
              scale.ticks = ticks.filter(function (tick) { return tick <= most; })
                .map(function (tick) { return { value: tick }; });
            },
            ticks: { color: colour('soft'), maxRotation: 0, autoSkip: false, callback: percent }
          }),
          y: logarithmic('ms', workload.curves.map(function (curve) { return curve.points; }))
        },
        plugins: {
          legend: legend(),
          tooltip: {
            mode: 'nearest', intersect: false,
            callbacks: {
              title: function (items) { return items.length ? percent(items[0].parsed.x) : ''; },
              label: function (item) { return ' ' + item.dataset.label + ': ' + said(item.parsed.y) + ' ms'; }
            }
          }
        }
      }
    };
  }

  /* Throughput and p95 of each step over the load that it asked for, in the order of the load. A step that was cut off
     did not ask for all of its load, so it has no point. Points are joined where every step has one level: what lies
     between a ramp and a burst was asked of nobody. */
  function loadCurve(workload) {
    var steps = workload.steps.filter(function (step) { return step.complete; })
      .sort(function (a, b) { return a.level - b.level; });
    function series(name) {
      return steps.filter(function (step) { return step[name] !== undefined; })
        .map(function (step) { return [step.level, step[name]]; });
    }
    var unit = { y: ' /s', y1: ' ms' };
    var joined = steps.every(function (step) { return step.constant; });
    return {
      type: 'line',
      data: {
        datasets: [
          line('throughput', series('throughput'), 0, { yAxisID: 'y', pointRadius: 4, showLine: joined }),
          line('p95', series('p95'), 1, { yAxisID: 'y1', pointRadius: 4, showLine: joined })
        ]
      },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, parsing: false,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: {
          x: axis({ type: 'linear', beginAtZero: true, grace: '3%', title: title('load, ' + workload.level + ' in the mean') }),
          y: fromZero('successes per second'),
          y1: Object.assign(fromZero('p95, ms'), { position: 'right', grid: { drawOnChartArea: false } })
        },
        plugins: {
          legend: legend(),
          tooltip: {
            mode: 'index', intersect: false,
            callbacks: {
              title: function (items) { return items.length ? said(items[0].parsed.x) + ' ' + workload.level : ''; },
              label: function (item) {
                return ' ' + item.dataset.label + ': ' + said(item.parsed.y) + unit[item.dataset.yAxisID];
              }
            }
          }
        }
      }
    };
  }

  var makers = {
    throughput: function (workload) {
      return overTime([line('successes', workload.throughput, 0)], fromZero('per second'), ' /s', workload);
    },
    response: function (workload) {
      return overTime(
        [line('p50', workload.p50, 0), line('p95', workload.p95, 1), line('p99', workload.p99, 4, { borderDash: [2, 3] })],
        logarithmic('ms', [workload.p50, workload.p95, workload.p99]), ' ms', workload);
    },
    levels: function (workload) {
      return overTime(
        [line('users', workload.users, 7, { stepped: 'middle', borderDash: [] }), line('in flight', workload.inFlight, 1),
          workload.backlog ? line('due and not ended', workload.backlog, 4, { borderDash: [2, 3] })
            : line('queue', workload.queued, 4, { borderDash: [2, 3] })],
        fromZero('count'), '', workload);
    },
    errors: function (workload) {
      return overTime(
        [line('errors', workload.failed, 4, { borderDash: [] }), line('declined', workload.declined, 7, { borderDash: [7, 4] })],
        axis({ beginAtZero: true, suggestedMax: 1, grace: '5%', title: title('per second') }), ' /s', workload);
    },
    curves: curves,
    load: loadCurve,
    telemetry: function (workload, index) {
      var chart = data.telemetry[index];
      var scale = scaled(chart);
      return overTime(
        chart.series.map(function (series, at) {
          return line(series.name, series.points.map(function (point) { return [point[0], point[1] / scale.divisor]; }), at);
        }),
        fromZero(scale.unit), ' ' + scale.unit);
    },
    cpu: function () {
      return overTime(data.cpu.map(function (source, index) { return line(source.name, source.points, index); }),
        axis({ min: 0, suggestedMax: 100, title: title('% of cores') }), ' %');
    }
  };

  function isEmpty(config) {
    return config.data.datasets.every(function (set) { return set.data.length === 0; });
  }

  var canvases = Array.from(document.querySelectorAll('canvas[data-chart]'));
  /* So many at once would hold up the page: each is then drawn when it comes near the screen. */
  var isLazy = canvases.length > 60;

  function drawOne(canvas) {
    if (Chart.getChart(canvas)) { return; }
    var config = makers[canvas.dataset.chart](
      data.workloads[Number(canvas.dataset.workload || 0)] || {}, Number(canvas.dataset.index || 0));
    if (isEmpty(config)) {
      if (!canvas.parentElement.querySelector('.empty')) {
        var note = document.createElement('p');
        note.className = 'empty';
        note.textContent = 'Nothing was recorded.';
        canvas.parentElement.appendChild(note);
        canvas.closest('figure').classList.add('nothing');
      }
      return;
    }
    charts.push(new Chart(canvas, config));
    root.dataset.charts = String(charts.length);
  }

  function draw(all) {
    var drawn = charts.map(function (chart) { return chart.canvas; });
    charts.forEach(function (chart) { chart.destroy(); });
    charts = [];
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    (all || !isLazy ? canvases : drawn).forEach(drawOne);
    root.dataset.charts = String(charts.length);
  }

  /* A link to a workload that is folded away unfolds it. */
  function unfold() {
    var target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    var folded = target && target.querySelector('details.whole');
    if (folded) { folded.open = true; target.scrollIntoView(); }
  }

  draw(false);
  if (isLazy) {
    var observer = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        if (entry.isIntersecting) { observer.unobserve(entry.target); drawOne(entry.target.firstElementChild); }
      });
    }, { rootMargin: '600px' });
    canvases.forEach(function (canvas) { observer.observe(canvas.parentElement); });
  }
  unfold();
  addEventListener('hashchange', unfold);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () { draw(false); });
  addEventListener('beforeprint', function () { root.dataset.theme = 'light'; draw(true); });
  addEventListener('afterprint', function () { delete root.dataset.theme; draw(false); });
}());
