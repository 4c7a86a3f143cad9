// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of one kind in the steady window, and percentiles of the response times of operations that were due within
 * them and outside. A difference may be due to the events or to something that occurs at the same time.
 *
 * @param kind kind of the events, such as {@code checkpoint}
 * @param sources sources that reported them, in order
 * @param meanSeconds upper bound of their mean length, in s: events found in totals count from their earliest start
 * @param errorSeconds greatest error of the start and the end of an event, either way, in s
 * @param insideSeconds time of the stored intervals that are less than half an interval away from a possible event, in
 *     s
 * @param outsideSeconds time of all other intervals of the steady window, in s
 * @param spans the first events, at most {@value EventEffects#MAX_SPANS}
 */
public record EventResult(
        String kind,
        List<String> sources,
        int count,
        double meanSeconds,
        double errorSeconds,
        double insideSeconds,
        double outsideSeconds,
        List<Span> spans,
        List<Effect> effects) {
    /** The kind of garbage collections that stop an agent for 10 ms or longer. */
    public static final String AGENT_COLLECTION = "agentCollection";

    /** An event, in seconds of the run's clock, which begins with ramp-up. */
    public record Span(double fromSeconds, double toSeconds) {}

    /**
     * One percentile of response times inside and outside of the events, over all tiles.
     *
     * @param percentile p50, p95 or p99
     */
    public record Effect(String workload, String operation, String percentile, Side inside, Side outside) {}

    /**
     * A percentile of the operations of one side.
     *
     * @param lowerBound whether the percentile is only a lower bound, because it falls among operations that did not end
     * @param lowerMs lower end of its interval of 95 %, not adjusted for several comparisons; null with fewer than five
     *     separate events or fewer than ten times beyond the percentile
     */
    @JsonInclude(Include.NON_NULL)
    public record Side(
            long count,
            double ms,
            boolean lowerBound,
            @Nullable Double lowerMs,
            @Nullable Double upperMs) {}
}
