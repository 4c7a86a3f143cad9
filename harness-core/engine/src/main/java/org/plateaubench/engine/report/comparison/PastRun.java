// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.result.Conclusion;

/**
 * The data of one run that the history of a run name needs. Immutable.
 *
 * @param startedAt when it was started, null when not known
 * @param conclusion its conclusion, null when its result is missing or cannot be read
 * @param runClass dev, modified or standard; empty when not known
 * @param plan its stored plan, empty when it cannot be read
 * @param environment its stored environment, empty when it cannot be read
 * @param problem why its result cannot be read, a sentence; empty when it can
 */
public record PastRun(
        String id,
        @Nullable Instant startedAt,
        String status,
        String verdict,
        @Nullable Conclusion conclusion,
        @JsonProperty("class") String runClass,
        @JsonIgnore Map<String, Object> plan,
        @JsonIgnore Map<String, Object> environment,
        @JsonIgnore List<Value> values,
        String problem) {
    /**
     * A figure, over all tiles.
     *
     * @param workload the workload, empty for the score
     * @param line operation or unit, empty for the whole workload
     * @param name name of the metric, {@code throughput}, {@code p95} or {@code score}
     * @param better direction that is better; null when the plan determines it
     */
    public record Key(
            String workload,
            String line,
            String name,
            String unit,
            @Nullable Better better) {
        String words() {
            return (workload + " " + Words.of(line))
                    .strip()
                    .concat(" " + Words.of(name))
                    .strip();
        }
    }

    public record Value(Key key, double value, boolean lowerBound) {}

    /** Whether the history uses its figures: it was completed, and its verdict is pass or fail. */
    @JsonProperty("counts")
    public boolean isValid() {
        return status.equals("completed") && (passed() || verdict.equals("fail"));
    }

    boolean passed() {
        return verdict.equals("pass");
    }
}
