// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;

/**
 * The day of one user: its operations, their frequencies and their pacing. Immutable.
 *
 * @param profile how much the user does
 * @param acceleration factor by which the day is shortened, above 0; 1 for a published result
 * @param groupware whether the user has a calendar and contacts; without them nothing replaces those operations
 */
public record UserDay(Profile profile, double acceleration, boolean groupware) {
    /** Length of the simulated day. */
    public static final Duration LENGTH = Duration.ofHours(8);

    /** Unfinished actions per user above which a server is overloaded: the rule of Microsoft's generator. */
    public static final double MOST_BACKLOG_PER_USER = 1.5;

    /** Returns the actions of a whole day. */
    public double actions() {
        double heavy = 0;
        for (MailOperation operation : MailOperation.values()) {
            heavy += has(operation) ? operation.perDay() : 0;
        }
        return heavy * profile.factor();
    }

    /** Returns whether the user performs the operation at all. */
    public boolean has(MailOperation operation) {
        return groupware || !operation.isGroupware();
    }

    /** Returns the mean time from the start of an action to the start of the next. */
    public Duration cycle() {
        return Duration.ofNanos(Math.round(LENGTH.toNanos() / (actions() * acceleration)));
    }

    /** Returns exponential gaps on a fixed schedule, so that every user is an independent Poisson process. */
    public Pacing paced() {
        return Pacing.cycle(Distribution.Exponential.ofMean(cycle()));
    }

    /** Returns pacing without gaps. */
    public static Pacing stress() {
        return Pacing.think(new Distribution.Fixed(Duration.ZERO));
    }

    /** Returns the mix; each choice is independent of the one before. */
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
