// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

/** Events of submissions that are counted in addition to their outcomes. */
public enum SubmissionEvent {
    /** A message was retried after a temporary refusal. */
    RETRY,
    /** A kept connection was closed when it was needed, and was reopened without a loss. */
    RECONNECT,
    /** A message was sent with a round trip for each command, since the server does not support pipelining. */
    UNPIPELINED,
    /** The fate for a recipient is unknown: the connection was lost between the final dot and its answer. */
    UNCERTAIN;

    /** Receives the events; called by the thread that sends. */
    @FunctionalInterface
    public interface Listener {
        /** Counts an event that happened this many times, at least once. */
        void happened(SubmissionEvent event, int times);
    }
}
