// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.measure.host.RunningHost;

/**
 * Who an agent is, published every few seconds.
 *
 * @param agent its name
 * @param version version of Plateau
 * @param host name of its host
 * @param processId its process
 * @param run run that it serves, empty when none
 * @param labels labels that its administrator has given
 * @param addresses addresses of its host, without those of loopback
 * @param calibration what it measured of its host last, null when it has not yet
 * @param running its running host; null where it is not known, and of agents that were built before it was published
 */
public record Presence(
        String agent,
        String version,
        String host,
        long processId,
        String run,
        Map<String, String> labels,
        List<String> addresses,
        @Nullable Calibrated calibration,
        @JsonInclude(Include.NON_NULL) @Nullable RunningHost running) {
    private static final int MOST = 64;

    public Presence {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        addresses = List.copyOf(addresses);
    }

    /** An agent that says no more of its host than its name. */
    public Presence(String agent, String version, String host, long processId, String run, Map<String, String> labels) {
        this(agent, version, host, processId, run, labels, List.of(), null, null);
    }

    /**
     * What an agent measured of its host before a run.
     *
     * @param at when
     * @param threadLateNanos 99 of 100 waits of a platform thread ended no later than this
     * @param virtualLateNanos the same of virtual threads
     * @param longestStallNanos longest time that a thread which only waits was held up
     */
    public record Calibrated(Instant at, long threadLateNanos, long virtualLateNanos, long longestStallNanos) {}

    /** The same, bounded and without control characters, since an agent may send anything. */
    Presence shown() {
        Map<String, String> safe = new TreeMap<>();
        labels.entrySet().stream()
                .limit(MOST)
                .forEach(label -> safe.put(ShownText.of(label.getKey()), ShownText.of(label.getValue())));
        return new Presence(
                agent,
                ShownText.of(version),
                ShownText.of(host),
                processId,
                ShownText.of(run),
                safe,
                addresses.stream().limit(MOST).map(ShownText::of).toList(),
                calibration,
                running);
    }
}
