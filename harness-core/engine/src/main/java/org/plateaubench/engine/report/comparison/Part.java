// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LoadResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.WorkloadResult;

/**
 * A workload of one run, for one tile or over all of them.
 *
 * @param plugin plugin of the workload
 * @param open whether its load is open
 * @param metric headline figure, null when the run never became steady
 * @param checks checks of the counts
 * @param counterRates declared counters per second of the steady window
 * @param all all operations together
 * @param lines operations, units and series
 */
record Part(
        String plugin,
        boolean open,
        @Nullable MetricValue metric,
        List<CheckResult> checks,
        Map<String, Double> counterRates,
        LineResult all,
        List<LineResult> lines) {

    /** The requested part of a run; null if the run does not have it or nothing was measured. */
    static @Nullable Part of(Judgement judgement, String name, @Nullable Integer tile) {
        Window window = judgement.window();
        List<WorkloadResult> tiles = judgement.workloads().stream()
                .filter(workload -> workload.name().equals(name) && (tile == null || workload.tile() == tile))
                .toList();
        if (window == null || tiles.isEmpty()) {
            return null;
        }
        WorkloadResult first = tiles.getFirst();
        boolean open = first.load() instanceof LoadResult.Open;
        Map<String, Double> rates = new TreeMap<>();
        tiles.forEach(each -> each.counters()
                .forEach((counter, count) -> rates.merge(counter, count / window.seconds(), Double::sum)));
        if (tile != null) {
            return new Part(first.plugin(), open, first.metric(), first.checks(), rates, first.all(), first.lines());
        }
        for (AggregateResult total : judgement.aggregates()) {
            if (total.name().equals(name)) {
                return new Part(
                        total.plugin(), open, total.metric(), total.checks(), rates, total.all(), total.lines());
            }
        }
        return null;
    }

    @Nullable
    LineResult block(String line, String kind) {
        if (kind.equals(ComparedLine.ALL)) {
            return all;
        }
        for (LineResult each : lines) {
            if (each.name().equals(line) && Documents.word(each.kind()).equals(kind)) {
                return each;
            }
        }
        return null;
    }

    /** Name and kind of every line of any of the parts, all operations first. */
    static List<LineKey> lines(List<? extends @Nullable Part> parts) {
        List<LineKey> keys = new ArrayList<>();
        keys.add(new LineKey(ComparedLine.ALL, ComparedLine.ALL));
        for (Part part : parts) {
            if (part != null) {
                part.lines.stream()
                        .map(line -> new LineKey(line.name(), Documents.word(line.kind())))
                        .filter(key -> !keys.contains(key))
                        .forEach(keys::add);
            }
        }
        return keys;
    }

    record LineKey(String name, String kind) {}
}
