// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.RunningHost;

/**
 * The identification of an agent, which it publishes every few seconds.
 *
 * @param run the run that it serves, empty for none
 * @param addresses addresses of its host, without loopback addresses
 * @param calibration the last calibration of its host, null before the first one
 * @param running running host of the agent; null if it is not known
 * @param clock clock of the agent compared with the clock of the broker's host; both have arbitrary origins
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
        @JsonInclude(Include.NON_NULL) @Nullable RunningHost running,
        @JsonInclude(Include.NON_NULL) ClockOffset.@Nullable Estimate clock) {
    public Presence(String agent, String version, String host, long processId, String run, Map<String, String> labels) {
        this(agent, version, host, processId, run, labels, List.of(), null, null, null);
    }

    /** The calibration of a host before a run. */
    public record Calibrated(Instant at, Calibration measured) {}
}
