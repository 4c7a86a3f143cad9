// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.recorder.AcknowledgedItems;
import org.plateaubench.measure.recorder.DistinctErrors;

/**
 * A message from an agent to its controller: {@link Hello} first, then {@link Calibrated}, {@link Ready}
 * when it is prepared, then its measurements, and last {@link Finished} or {@link Failed}.
 */
public sealed interface ToController extends Message {

    /** Identifies the agent. */
    record Hello(
            String agent,
            int protocolVersion,
            int spiVersion,
            String host,
            long processId,
            @JsonInclude(Include.NON_NULL) @Nullable RunningHost running,
            Map<String, String> plugins)
            implements ToController {}

    /** The calibration of the agent's host, measured before anything else was started for the run. */
    record Calibrated(Calibration calibration) implements ToController {}

    /**
     * Every workload is open and its users are created.
     *
     * @param versions versions of the programs that it runs, by scope and name
     */
    record Ready(Map<String, Map<String, String>> versions) implements ToController {}

    record Snapshot(IntervalSnapshot interval) implements ToController {}

    /** Counts of errors, cumulative since the start; the scope is {@code tile/workload}. */
    record ErrorsUpdate(String scope, List<DistinctErrors.Entry> errors) implements ToController {}

    /** The items that the SUT acknowledged as stored, sent once, after the last snapshot. */
    record AcknowledgedUpdate(String scope, Map<String, AcknowledgedItems.Collected> items) implements ToController {}

    record Telemetry(List<TelemetrySample> samples) implements ToController {}

    /**
     * An event for the record of the run.
     *
     * @param runNanos instant of the run's clock
     * @param scope {@code tile/workload} or {@code agent/<name>}
     */
    record AgentEvent(@JsonProperty("event") Kind kind, long runNanos, String scope, String message)
            implements ToController {
        public enum Kind {
            /** A user could not continue. */
            USER_FAILED,
            /** A plugin or the harness violated a rule. */
            FAULT
        }
    }

    /** Shows that the agent is alive. Sent at least once per interval when there is no other message. */
    record Heartbeat(long runNanos) implements ToController {}

    /** All measurements were sent; this is the last message. */
    record Finished() implements ToController {}

    /** The agent failed; this is the last message. It contains one sentence for users. */
    record Failed(String message) implements ToController {}
}
