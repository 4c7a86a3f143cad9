// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of one kind in the steady window, and a comparison of the response times of operations that were due
 * within them with those of operations that were due outside. A difference may be due to the events or to something
 * that occurs at the same time.
 *
 * @param kind kind of the events, such as {@code checkpoint}
 * @param sources sources that reported them, in order
 * @param count number of events that overlap the steady window
 * @param meanSeconds upper bound of their mean length, in s: events found in totals count from their earliest start
 * @param errorSeconds greatest error of the start and the end of an event, either way, in s
 * @param insideSeconds time of the stored intervals that are less than half an interval away from a possible event, in
 *     s
 * @param outsideSeconds time of all other intervals of the steady window, in s
 * @param together kinds whose events occurred in the same intervals
 * @param spans the first events, at most {@value EventEffects#MOST_SPANS}
 * @param untold the reason why there is no comparison, a sentence; null when there is one
 * @param effects comparisons by workload, operation and percentile
 */
public record EventResult(
        String kind,
        List<String> sources,
        int count,
        double meanSeconds,
        double errorSeconds,
        double insideSeconds,
        double outsideSeconds,
        List<Together> together,
        List<Span> spans,
        @JsonInclude(Include.NON_NULL) @Nullable String untold,
        List<Effect> effects) {
    /** The kind of garbage collections that stop an agent for 10 ms or longer. */
    public static final String AGENT_COLLECTION = "agentCollection";

    public EventResult {
        sources = List.copyOf(sources);
        together = List.copyOf(together);
        spans = List.copyOf(spans);
        effects = List.copyOf(effects);
    }

    /**
     * Another kind whose events occurred at the same time.
     *
     * @param kind the other kind
     * @param share share of the time inside that is also inside of its events, above 0 and at most 1
     */
    public record Together(String kind, double share) {}

    /** An event, in seconds of the run's clock, which begins with ramp-up. */
    public record Span(double fromSeconds, double toSeconds) {}

    /** The finding of a comparison. */
    public enum Finding {
        /** The percentile is greater within the events, and this is not due to chance. */
        LONGER,
        /** The percentile is smaller within the events, and this is not due to chance. */
        SHORTER,
        /** The difference may be due to chance. */
        NO_DIFFERENCE_SHOWN,
        /** There is too little data for a comparison. */
        NOT_COMPARED
    }

    /**
     * One percentile of response times within and outside of the events, over all tiles.
     *
     * @param workload name of the workload
     * @param operation name of the operation
     * @param percentile p50, p95 or p99
     * @param insideCount operations that were due inside
     * @param outsideCount operations that were due outside
     * @param insideMs percentile of the operations inside, in ms
     * @param outsideMs percentile of the operations outside, in ms
     * @param differenceMs the first minus the second, null when not compared
     * @param lowerMs lower end of the interval of the difference
     * @param upperMs upper end of the interval of the difference
     * @param level confidence of the interval, for this figure alone
     * @param finding finding of the comparison; a difference only if the interval does not contain 0 and the
     *     probability of any such finding by chance, among all comparisons of the run, is at most 5 %
     * @param why the reason why it was not compared, a sentence
     */
    @JsonInclude(Include.NON_NULL)
    public record Effect(
            String workload,
            String operation,
            String percentile,
            long insideCount,
            long outsideCount,
            double insideMs,
            double outsideMs,
            @Nullable Double differenceMs,
            @Nullable Double lowerMs,
            @Nullable Double upperMs,
            @Nullable Double level,
            Finding finding,
            @Nullable String why) {
        /** Whether a difference is shown. */
        public boolean isShown() {
            return finding == Finding.LONGER || finding == Finding.SHORTER;
        }
    }
}
