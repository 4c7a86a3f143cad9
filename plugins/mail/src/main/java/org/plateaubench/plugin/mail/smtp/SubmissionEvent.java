// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

/** What is counted of submissions beside their outcomes. */
public enum SubmissionEvent {
    /** A message was tried again because the server said not now. */
    RETRY("submissionRetries"),
    /** A kept connection was gone when it was needed again, and another was made before anything was lost. */
    RECONNECT("submissionReconnects"),
    /** A message was sent with a round trip for each command, since the server offers no pipelining. */
    UNPIPELINED("submissionUnpipelined"),
    /** A recipient of whom nobody knows: the connection broke between the final dot and its answer. */
    UNCERTAIN("submissionUncertain");

    private final String title;

    SubmissionEvent(String title) {
        this.title = title;
    }

    /** The name of its counter. */
    public String title() {
        return title;
    }

    /** Takes what is counted; called by the thread that sends. */
    @FunctionalInterface
    public interface Listener {
        /** Something happened so many times, at least once. */
        void happened(SubmissionEvent event, int times);
    }
}
