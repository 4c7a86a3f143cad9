// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Detects restarts and failovers by the identity that the server at one address reports. Only the first answer over a
 * connection is compared with the previous answer, because the end of a process ends its connections. If several servers
 * answer over one connection, or a replaced process answers again, a proxy balances between servers, or clients were
 * switched back; no further events are then reported. Not thread-safe.
 */
public final class AnsweringServer {
    /** Kind of an event in which the new process was started after the last answer of the previous one. */
    public static final String RESTART = "restart";

    /**
     * Kind of an event in which the new process had already been running for a second or longer at the last answer of
     * the previous one.
     */
    public static final String FAILOVER = "failover";

    /** Greatest error of a server's time since its start, the difference of two whole numbers of seconds. */
    private static final Duration TOO_LONG = Duration.ofSeconds(1);

    private final Set<String> seen = new HashSet<>();
    private String identity = "";
    private boolean isBalanced;
    private long answeredNanos;
    private boolean isNewConnection;

    /** Creates a detector for a server that has not answered yet. */
    public AnsweringServer() {}

    /** Reports that the next answer is the first one over a new connection. */
    public void connected() {
        isNewConnection = true;
    }

    /**
     * Processes an answer. If the server has changed, returns an event from the last answer of the previous server to
     * this answer, which is the longest time that the change may have taken.
     *
     * @param reported identity that distinguishes the process from any other, such as a run id, and is the same in each
     *     of its answers; not empty
     * @param upSince time since the start of the server, by its own clock; it may be up to a second too long
     * @param nowNanos current time in nanoseconds by a monotonic clock
     */
    public Optional<Sample> answered(String reported, Duration upSince, long nowNanos) {
        boolean isAnother = !identity.isEmpty() && !reported.equals(identity);
        boolean isNew = seen.add(reported);
        isBalanced |= isAnother && !(isNewConnection && isNew);
        Duration between = Duration.ofNanos(nowNanos - answeredNanos);
        isNewConnection = false;
        identity = reported;
        answeredNanos = nowNanos;
        String kind = upSince.minus(TOO_LONG).compareTo(between) >= 0 ? FAILOVER : RESTART;
        return isAnother && !isBalanced ? Optional.of(Sample.event(kind, between, Duration.ZERO)) : Optional.empty();
    }
}
