// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.Optional;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Finds restarts and failovers by what the server at one address says of itself: another identity than before, or a shorter time since
 * its start, means that another process answers. One thread.
 */
public final class AnsweringServer {
    /** Kind of the event when the process that answers was started after the last answer of the former one. */
    public static final String RESTART = "restart";

    /** Kind of the event when that process ran already while the former one still answered. */
    public static final String FAILOVER = "failover";

    private Optional<String> identity = Optional.empty();
    private Duration up = Duration.ZERO;
    private long answeredNanos;

    /** A server that has not answered yet. */
    public AnsweringServer() {}

    /**
     * Takes an answer, and returns the event from the last answer of the former server until this one, which is the longest time that
     * the change may have taken; none in the first call, and while the same server answers.
     *
     * @param said what tells the server from any other, such as a run id; the same in each of its answers
     * @param upSince time since the start of the server, by its own clock and rounded down
     * @param nowNanos a monotonic clock
     */
    public Optional<Sample> answered(String said, Duration upSince, long nowNanos) {
        boolean isAnother = identity.isPresent() && (!identity.get().equals(said) || upSince.compareTo(up) < 0);
        Duration between = Duration.ofNanos(nowNanos - answeredNanos);
        identity = Optional.of(said);
        up = upSince;
        answeredNanos = nowNanos;
        return isAnother
                ? Optional.of(
                        Sample.event(upSince.compareTo(between) >= 0 ? FAILOVER : RESTART, between, Duration.ZERO))
                : Optional.empty();
    }
}
