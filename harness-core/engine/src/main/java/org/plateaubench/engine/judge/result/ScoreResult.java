// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The score of a run, the block {@code score} of {@code result.json}. Immutable.
 *
 * @param notation the score with the number of tiles, such as {@code 2.31 @ 2 tiles}; null without a number
 * @param value the score; null unless it counts
 * @param struckValue the number that does not count, null for none
 * @param reasons why it does not count, sentences
 * @param interval confidence interval of the number, null where the measured time is too short for one
 * @param scoredPeriod name of the period whose score is the run's, null without periods
 */
public record ScoreResult(
        Reference reference,
        State state,
        @Nullable String notation,
        @Nullable Double value,
        @Nullable Double struckValue,
        String runClass,
        String verdict,
        int tiles,
        List<String> reasons,
        @Nullable Interval interval,
        @Nullable Double application,
        @Nullable Double infrastructure,
        double applicationWeight,
        double infrastructureWeight,
        @Nullable String scoredPeriod,
        List<Period> periods,
        List<Tile> perTile,
        List<Operation> operations)
        implements ScoreOutcome {
    public static String notation(double value, int tiles) {
        return String.format(Locale.ROOT, "%.2f @ %d %s", value, tiles, tiles == 1 ? "tile" : "tiles");
    }

    public record Interval(double lower, double upper, double level, String method) {}

    public record Period(String name, double value) {}

    public record Tile(int tile, double value, List<Workload> workloads) {}

    public record Workload(String name, double rate, double referenceRate, String unit, double ratio) {}

    public record Operation(
            String workload, String operation, double ratePerHour, double referencePerHour, double ratio) {}
}
