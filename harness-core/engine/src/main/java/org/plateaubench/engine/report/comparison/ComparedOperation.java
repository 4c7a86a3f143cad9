// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.result.Block;
import org.plateaubench.engine.judge.result.TimeSummary;

/** Interim: the figures of the table. */
record ComparedOperation(
        String name,
        String unit,
        @Nullable Better better,
        boolean tested,
        BiFunction<Block, @Nullable Double, FigureValue> of) {
    static final List<ComparedOperation> ALL = all();

    private static List<ComparedOperation> all() {
        List<ComparedOperation> all = new ArrayList<>();
        all.add(new ComparedOperation(FigureNames.THROUGHPUT, "/s", Better.HIGHER, true, (block, error) ->
                FigureValue.of(block.throughputPerSecond(), false, false, error)));
        for (String percentile : TimeSummary.PERCENTILES.keySet()) {
            all.add(new ComparedOperation(percentile, "ms", Better.LOWER,
                    !percentile.equals("p90") && !percentile.equals("p99_9"), (block, error) -> {
                TimeSummary times = block.responseTime();
                return times == null ? FigureValue.of(null) : FigureValue.of(
                        times.percentilesMs().get(percentile),
                        times.lowerBounds().contains(percentile),
                        times.lowResolution().contains(percentile),
                        error)
                        .withShare(times.harness().of(percentile));
            }));
        }
        all.add(new ComparedOperation(FigureNames.MAX, "ms", Better.LOWER, false, (block, error) -> {
            TimeSummary times = block.responseTime();
            return times == null
                    ? FigureValue.of(null)
                    : FigureValue.of(times.maxMs(), times.lowerBounds().contains(FigureNames.MAX), false, null)
                            .withShare(times.harness().of(FigureNames.MAX));
        }));
        all.add(new ComparedOperation(FigureNames.ERRORS, "%", Better.LOWER, true, (block, error) ->
                FigureValue.of(share(block, block.counts().failed()), false, false, error)));
        all.add(new ComparedOperation(FigureNames.DECLINED, "%", null, false, (block, error) ->
                FigureValue.of(share(block, block.counts().declined()), false, false, error)));
        return all;
    }

    private static @Nullable Double share(Block block, long part) {
        long intended = block.counts().intended();
        return intended == 0 ? null : Double.valueOf(Figures.percent(part, intended));
    }
}
