// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/**
 * The times of an {@link InboxWatch}, all in milliseconds.
 *
 * @param renewMillis until it renews {@code IDLE}: servers may drop a client after 30 minutes of silence (RFC 2177)
 * @param pollMillis between polls of a server without {@code IDLE}
 * @param answerMillis limit for an answer to any other command
 * @param firstMillis before it reconnects, doubled each time up to {@code longestMillis}
 */
public record WatchTiming(int renewMillis, int pollMillis, int answerMillis, int firstMillis, int longestMillis) {
    /** The times of usual mail programs. */
    public static final WatchTiming USUAL = new WatchTiming(25 * 60_000, 30_000, 60_000, 1_000, 60_000);

    /**
     * Returns the delay before the attempt after this many failures in a row, spread so that users do not reconnect all
     * at once.
     */
    long backOffMillis(int failures, int user) {
        long doubled = (long) firstMillis << Math.min(failures - 1, 20);
        return (long) (Math.min(doubled, longestMillis) * (0.5 + user % 64 / 64.0));
    }
}
