// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;

/**
 * The day of one user: what it does, how often, and how long after the last. Immutable.
 *
 * @param profile how much it does
 * @param acceleration how many times faster than by the clock the day goes by, above 0; 1 for a published result
 * @param groupware whether it has a calendar and contacts; without them it does nothing else instead
 */
public record UserDay(Profile profile, double acceleration, boolean groupware) {
    /** The simulated day. */
    public static final Duration LENGTH = Duration.ofHours(8);

    /** Unfinished actions per user from which on a server has more work than it does: the rule of Microsoft's generator. */
    public static final double MOST_BACKLOG_PER_USER = 1.5;

    /** Actions of a whole day. */
    public double actions() {
        double heavy = 0;
        for (MailOperation operation : MailOperation.values()) {
            heavy += has(operation) ? operation.perDay() : 0;
        }
        return heavy * profile.factor();
    }

    /** Whether the user does it at all. */
    public boolean has(MailOperation operation) {
        return groupware || !operation.isGroupware();
    }

    /** Mean time from the start of an action to the start of the next. */
    public Duration cycle() {
        return Duration.ofNanos(Math.round(LENGTH.toNanos() / (actions() * acceleration)));
    }

    /** Actions per minute that a number of users should do. */
    public double actionsPerMinute(int users) {
        return users * (double) Duration.ofMinutes(1).toNanos() / cycle().toNanos();
    }

    /** Exponential gaps on a schedule that stands, so that every user is a Poisson process of its own. */
    public Pacing paced() {
        return Pacing.cycle(Distribution.Exponential.ofMean(cycle()));
    }

    /** No gap at all. */
    public static Pacing stress() {
        return Pacing.think(new Distribution.Fixed(Duration.ZERO));
    }

    /** What is chosen how often; each choice independent of the one before. */
    public Mix mix() {
        Map<String, Double> weights = new TreeMap<>();
        for (MailOperation operation : MailOperation.values()) {
            if (has(operation)) {
                weights.put(operation.title(), operation.perDay());
            }
        }
        return new Mix.Flat(weights);
    }
}
