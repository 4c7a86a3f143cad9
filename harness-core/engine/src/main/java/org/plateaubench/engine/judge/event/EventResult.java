// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of one kind in the steady window, and the response times of operations that were due within them against those of
 * operations that were due outside. What differs may be due to the events or to whatever comes with them.
 *
 * @param kind kind of the events, such as {@code checkpoint}
 * @param sources what reported them, in order
 * @param count number of events that touch the steady window
 * @param meanSeconds how long they lasted on average at most, in s: of events found in totals, from their earliest start
 * @param errorSeconds by how much start and end of an event may be wrong at most, either way
 * @param insideSeconds time of the stored intervals less than half an interval away from what may be an event: what is inside
 * @param outsideSeconds time of all other intervals of the steady window: what is outside
 * @param together kinds whose events lay in the same intervals
 * @param spans the first events, at most {@value EventEffects#MOST_SPANS}
 * @param untold why there is no comparison, a sentence; null when there is one
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
    /** Kind of the collections of garbage that stop an agent for 10 ms or longer. */
    public static final String AGENT_COLLECTION = "agentCollection";

    public EventResult {
        sources = List.copyOf(sources);
        together = List.copyOf(together);
        spans = List.copyOf(spans);
        effects = List.copyOf(effects);
    }

    /**
     * Another kind at the same time.
     *
     * @param kind the other kind
     * @param share share of the time inside that is inside of its events too, above 0 and at most 1
     */
    public record Together(String kind, double share) {}

    /** An event, in seconds of the run's clock, which begins with ramp-up. */
    public record Span(double fromSeconds, double toSeconds) {}

    /** What a comparison shows. */
    public enum Finding {
        /** The percentile is greater within the events, and that is not by chance. */
        LONGER,
        /** The percentile is smaller within the events, and that is not by chance. */
        SHORTER,
        /** The difference may be chance. */
        NO_DIFFERENCE_SHOWN,
        /** There is too little to compare. */
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
     * @param insideMs the percentile of the first
     * @param outsideMs the percentile of the second
     * @param differenceMs the first less the second, null when not compared
     * @param lowerMs lower end of the interval of the difference
     * @param upperMs upper end of the interval of the difference
     * @param level confidence of the interval, for this figure alone
     * @param finding what the comparison shows; a difference only where the interval does not contain 0 and, of all comparisons
     *     of the run together, one such finding by chance is no likelier than 5 %
     * @param why why it was not compared, a sentence
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
