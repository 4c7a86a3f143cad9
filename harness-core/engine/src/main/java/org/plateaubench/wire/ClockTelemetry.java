// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.List;

/**
 * Names of the telemetry about the clock of an agent on another host. The controller reads the clock during the whole
 * run. In addition, the agent compares it with the clock of the broker's host, in case the controller ends early.
 */
public final class ClockTelemetry {
    /** How far the agent's run clock is ahead of the controller's, in milliseconds. */
    public static final String DEPARTURE = "clock-departure";

    /** The maximum error of {@link #DEPARTURE}, in milliseconds. */
    public static final String BOUND = "clock-bound";

    /** How far the agent's clock is ahead of the broker host's, in ms; only a difference of samples has a meaning. */
    public static final String BROKER_DEPARTURE = "broker-clock-departure";

    /** The maximum error of {@link #BROKER_DEPARTURE}, in milliseconds. */
    public static final String BROKER_BOUND = "broker-clock-bound";

    /** Replaces {@link #BROKER_BOUND} if the broker is on another host, whose clock departs by an unknown amount. */
    public static final String THIRD_HOST_BOUND = "broker-clock-bound-of-third-host";

    /** How late the start command reached an agent, in milliseconds; only if it was late. */
    public static final String LATE_START = "late-start";

    private static final double NANOS_PER_MILLI = 1e6;

    private ClockTelemetry() {}

    public static String source(String agent) {
        return "agent/" + agent;
    }

    /** The samples of a reading by the controller; the departure first. */
    public static List<TelemetrySample> samples(String agent, long runNanos, PeerClock clock) {
        return List.of(
                sample(agent, runNanos, DEPARTURE, clock.departureNanos()),
                sample(agent, runNanos, BOUND, clock.boundNanos()));
    }

    /** The samples of a comparison, by the agent, of its clock with the clock of the broker's host; the departure first. */
    public static List<TelemetrySample> brokerSamples(
            String agent, long runNanos, PeerClock clock, boolean isControllersHost) {
        return List.of(
                sample(agent, runNanos, BROKER_DEPARTURE, clock.departureNanos()),
                sample(agent, runNanos, isControllersHost ? BROKER_BOUND : THIRD_HOST_BOUND, clock.boundNanos()));
    }

    public static TelemetrySample lateStart(String agent, long lateNanos) {
        return sample(agent, lateNanos, LATE_START, lateNanos);
    }

    private static TelemetrySample sample(String agent, long runNanos, String series, long nanos) {
        return new TelemetrySample(runNanos, source(agent), series, nanos / NANOS_PER_MILLI, "ms", false);
    }
}
