// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.plateaubench.measure.AcknowledgedThings;
import org.plateaubench.measure.DistinctErrors;
import org.plateaubench.measure.IntervalSnapshot;
import org.plateaubench.measure.calibration.Calibration;

/**
 * What an agent says to its controller: {@link Hello} first, {@link Calibrated} at once after it, {@link Ready} when it is
 * prepared, then what it measures, and last {@link Finished} or {@link Failed}.
 */
@API(status = EXPERIMENTAL, since = "0.1")
public sealed interface ToController extends Message {

    /**
     * Who is there.
     *
     * @param agent name of the agent
     * @param protocolVersion {@link Message#PROTOCOL_VERSION}
     * @param spiVersion {@link Message#SPI_VERSION}
     * @param host name of its host
     * @param processId its process
     */
    record Hello(String agent, int protocolVersion, int spiVersion, String host, long processId)
            implements ToController {}

    /** What its host can be relied on for, measured before anything else was started for the run. */
    record Calibrated(Calibration calibration) implements ToController {}

    /** Every workload is open and its users are made. */
    record Ready() implements ToController {}

    /** What was measured in one interval. */
    record Snapshot(IntervalSnapshot interval) implements ToController {}

    /**
     * The distinct errors of a workload that changed, cumulative since the start.
     *
     * @param scope {@code tile/workload}
     * @param errors errors of this agent
     */
    record ErrorsUpdate(String scope, List<DistinctErrors.Entry> errors) implements ToController {
        public ErrorsUpdate {
            errors = List.copyOf(errors);
        }
    }

    /**
     * What the SUT acknowledged to hold, said once, after the last snapshot.
     *
     * @param scope {@code tile/workload}
     * @param told by kind
     */
    record AcknowledgedUpdate(String scope, Map<String, AcknowledgedThings.Told> told) implements ToController {
        public AcknowledgedUpdate {
            told = Map.copyOf(told);
        }
    }

    /** Samples of time series on the run's clock. */
    record Telemetry(List<TelemetrySample> samples) implements ToController {
        public Telemetry {
            samples = List.copyOf(samples);
        }
    }

    /**
     * Something to be noted.
     *
     * @param kind what kind
     * @param runNanos when, on the run's clock
     * @param scope {@code tile/workload} or {@code agent/<name>}
     * @param message a sentence for a person
     */
    record AgentEvent(Kind kind, long runNanos, String scope, String message) implements ToController {
        /** The kinds of events that an agent reports. */
        public enum Kind {
            /** A user could not go on. */
            USER_FAILED,
            /** A plugin or the harness did what it should not. */
            FAULT
        }
    }

    /** Still there. Sent at least once per interval when there is nothing else to say. */
    record Heartbeat(long runNanos) implements ToController {}

    /** All is measured and sent; nothing follows. */
    record Finished() implements ToController {}

    /** The agent could not do its part; nothing follows. One sentence for a person. */
    record Failed(String message) implements ToController {}
}
