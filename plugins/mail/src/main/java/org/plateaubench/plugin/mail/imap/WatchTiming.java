// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/**
 * How long an {@link InboxWatch} waits, all in milliseconds.
 *
 * @param renewMillis until it asks anew to be told: servers may drop who says nothing for 30 minutes (RFC 2177)
 * @param pollMillis between questions to a server that does not tell by itself
 * @param answerMillis for an answer to anything else
 * @param firstMillis before it connects again, doubled each time up to {@code longestMillis}
 */
public record WatchTiming(int renewMillis, int pollMillis, int answerMillis, int firstMillis, int longestMillis) {
    /** As mail programs do. */
    public static final WatchTiming USUAL = new WatchTiming(25 * 60_000, 30_000, 60_000, 1_000, 60_000);

    /** How long before the attempt after so many that failed in a row, spread so that users do not come all at once. */
    long backOffMillis(int failures, int user) {
        long doubled = (long) firstMillis << Math.min(failures - 1, 20);
        return (long) (Math.min(doubled, longestMillis) * (0.5 + user % 64 / 64.0));
    }
}
