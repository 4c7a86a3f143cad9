// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.TelemetrySample;

/** Names of the telemetry in which the clock of an agent of another host is kept. */
public final class ClockTelemetry {
    /** How far the run's clock of the agent is ahead of the controller's, in milliseconds. */
    public static final String DEPARTURE = "clock-departure";

    /** Greatest error of that, in milliseconds. */
    public static final String BOUND = "clock-bound";

    private static final double NANOS_PER_MILLI = 1e6;

    private ClockTelemetry() {}

    /** Source of the telemetry of an agent. */
    public static String source(String agent) {
        return "agent/" + agent;
    }

    /** The samples of a reading; the departure first. */
    static List<TelemetrySample> samples(String agent, long runNanos, PeerClock clock) {
        return List.of(
                sample(agent, runNanos, DEPARTURE, clock.departureNanos()),
                sample(agent, runNanos, BOUND, clock.boundNanos()));
    }

    private static TelemetrySample sample(String agent, long runNanos, String series, long nanos) {
        return new TelemetrySample(runNanos, source(agent), series, nanos / NANOS_PER_MILLI, "ms", false);
    }
}
