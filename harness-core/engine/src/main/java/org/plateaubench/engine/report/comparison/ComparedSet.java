// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.TrialScore;

/**
 * A set of runs that are compared as one.
 *
 * @param label its letter: A for the first set
 * @param all indexes of its runs among all runs
 * @param counting those whose figures are evidence
 * @param score score of several runs, null for one or without a reference
 */
@JsonPropertyOrder({"label", "runs", "counted"})
public record ComparedSet(
        String label,
        @JsonIgnore List<Integer> all,
        @JsonIgnore List<Integer> counting,
        @Nullable TrialScore score) {
    @JsonProperty("runs")
    public int runs() {
        return all.size();
    }

    @JsonProperty("counted")
    public int counted() {
        return counting.size();
    }

    /** The runs whose figures are shown: a single run shows its figures even if it does not count. */
    List<Integer> shown() {
        return runs() == 1 ? all : counting;
    }

    /** Whether its runs that count can show a difference. */
    boolean isEnough() {
        return counted() >= Math.min(2, runs());
    }

    /** The set in a sentence. */
    String words() {
        return (runs() == 1 ? "run " : "set ") + label;
    }
}
