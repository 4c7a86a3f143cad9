// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Finds restarts and failovers by the identity that the server at one address reports: a changed identity means that
 * another process answers. Only the first answer over a connection is compared with the last answer before it, since
 * the end of a process ends its connections. If several servers answer over one connection, or a process returns that
 * was replaced before, there is a proxy that balances between servers, or a switch back to a server that never ended.
 * The identity then shows nothing about what happened to the other servers, and no further event is found. Used by one
 * thread.
 */
public final class AnsweringServer {
    /** Kind of the event when the process that answers was started after the last answer of the former one. */
    public static final String RESTART = "restart";

    /**
     * Kind of the event when that process had already been running for a second or longer when the former one last
     * answered.
     */
    public static final String FAILOVER = "failover";

    /**
     * The most by which a time since the start may be too long: the difference of two instants that lost their
     * fractions of a second.
     */
    private static final Duration TOO_LONG = Duration.ofSeconds(1);

    private final Set<String> seen = new HashSet<>();
    private String identity = "";
    private boolean isBalanced;
    private long answeredNanos;
    private boolean isNewConnection;

    /** A server that has not answered yet. */
    public AnsweringServer() {}

    /** Reports that the next answer is the first one over a new connection. */
    public void connected() {
        isNewConnection = true;
    }

    /**
     * Receives an answer. If another server answers than before, returns an event from the last answer of the former
     * server until this one, the longest time that the change may have taken. Returns none in the first call, while the
     * same server answers, and after the first answer over a connection.
     *
     * @param said identity that distinguishes the process from any other, such as a run id, and is the same in each of
     *     its answers; not empty
     * @param upSince time since the start of the server, by its own clock; it may be up to a second too long
     * @param nowNanos a monotonic clock
     */
    public Optional<Sample> answered(String said, Duration upSince, long nowNanos) {
        boolean isAnother = !identity.isEmpty() && !said.equals(identity);
        boolean isNew = seen.add(said);
        isBalanced |= isAnother && !(isNewConnection && isNew);
        Duration between = Duration.ofNanos(nowNanos - answeredNanos);
        isNewConnection = false;
        identity = said;
        answeredNanos = nowNanos;
        String kind = upSince.minus(TOO_LONG).compareTo(between) >= 0 ? FAILOVER : RESTART;
        return isAnother && !isBalanced ? Optional.of(Sample.event(kind, between, Duration.ZERO)) : Optional.empty();
    }
}
