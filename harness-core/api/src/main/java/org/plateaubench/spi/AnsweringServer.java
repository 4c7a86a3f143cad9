// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.Optional;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Finds restarts and failovers by what the server at one address says of itself: another identity than before, or where it has none a
 * shorter time since its start, means that another process answers. Only the first answer over a connection is compared with the last
 * one before: the end of a process ends its connections, and answers of several servers over one connection come from a proxy that
 * spreads questions. One thread.
 */
public final class AnsweringServer {
    /** Kind of the event when the process that answers was started after the last answer of the former one. */
    public static final String RESTART = "restart";

    /** Kind of the event when that process ran already, for a second or longer, when the former one answered last. */
    public static final String FAILOVER = "failover";

    /** By how much a time since the start may be too long: the difference of two instants that lost their fractions of a second. */
    private static final Duration TOO_LONG = Duration.ofSeconds(1);

    private Optional<String> identity = Optional.empty();
    private Duration up = Duration.ZERO;
    private long answeredNanos;
    private boolean isNewConnection;

    /** A server that has not answered yet. */
    public AnsweringServer() {}

    /** Says that the next answer is the first one over a new connection. */
    public void connected() {
        isNewConnection = true;
    }

    /**
     * Takes an answer, and returns the event from the last answer of the former server until this one, which is the longest time that
     * the change may have taken; none in the first call, while the same server answers, and after the first answer over a connection.
     *
     * @param said what tells the server from any other, such as a run id, and the same in each of its answers; empty where it has no
     *     such thing, so that a shorter time since the start than in the last answer tells another server
     * @param upSince time since the start of the server, by its own clock; it may be up to a second too long
     * @param nowNanos a monotonic clock
     */
    public Optional<Sample> answered(String said, Duration upSince, long nowNanos) {
        boolean isAnother = isNewConnection && identity.isPresent() && isAnother(identity.get(), said, upSince);
        Duration between = Duration.ofNanos(nowNanos - answeredNanos);
        isNewConnection = false;
        identity = Optional.of(said);
        up = upSince;
        answeredNanos = nowNanos;
        String kind = upSince.minus(TOO_LONG).compareTo(between) >= 0 ? FAILOVER : RESTART;
        return isAnother ? Optional.of(Sample.event(kind, between, Duration.ZERO)) : Optional.empty();
    }

    private boolean isAnother(String former, String said, Duration upSince) {
        return said.isEmpty() ? upSince.compareTo(up) < 0 : !said.equals(former);
    }
}
