// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.plugin.mail.model.Scale.Fill;

/**
 * The day of one user: its operations, their frequencies and their pacing. Immutable.
 *
 * @param acceleration factor by which the day is shortened, above 0; 1 for a published result
 * @param groupware whether the user has a calendar and contacts; without them nothing replaces those operations
 */
public record UserDay(Profile profile, double acceleration, boolean groupware) {
    /** Length of the simulated day. */
    public static final Duration LENGTH = Duration.ofHours(8);

    /** Unfinished actions per user above which a server is overloaded: the rule of Microsoft's generator. */
    public static final double MAX_BACKLOG_PER_USER = 1.5;

    /** Largest share of empty answers; with freshly loaded data it is at most 20 %. */
    private static final double MAX_EMPTY_PERCENT = 60;
    /** Least number of answers for a check of their share of empty ones: the bound is then 4 sigma above the mean. */
    private static final double NEEDED_ANSWERS = 20;

    /** Largest relative difference between actions done and planned. */
    private static final double RATE_TOLERANCE = 0.02;

    public double actions() {
        double heavy = 0;
        for (MailOperation operation : MailOperation.values()) {
            heavy += has(operation) ? operation.perDay() : 0;
        }
        return heavy * profile.factor();
    }

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

    /** Returns the checks of a run that keeps to the schedule, with this content of mailboxes. */
    public List<CheckDefinition> checks(Fill fill) {
        List<CheckDefinition> checks = new ArrayList<>();
        double cycleSeconds = cycle().toNanos() / 1e9;
        checks.add(CheckDefinition.achieved("achieved", MetricDefinition.ALL_OPERATIONS, cycleSeconds, RATE_TOLERANCE));
        checks.addAll(checksOfStress(fill));
        return checks;
    }

    /** Returns the checks that need no schedule. */
    public static List<CheckDefinition> checksOfStress(Fill fill) {
        return List.of(
                none("wrongAnswers", "Wrong answers.", MailMeasure.WRONG_ANSWERS),
                none("duplicates", "Copies of a message announced twice to one user.", MailMeasure.DUPLICATES),
                none("lateDeliveries", "Copies announced more than 60 s late.", MailMeasure.DELIVERIES_LATE),
                empty(MailMeasure.EMPTY_TEXT_SEARCHES, counter(MailMeasure.TEXT_SEARCHES), fill == Fill.STANDARD),
                empty(MailMeasure.EMPTY_FREE_BUSY, Term.completed(MailOperation.FREE_BUSY.title()), fill != Fill.NONE),
                CheckDefinition.percent(
                        "earlyDeliveries",
                        "Deliveries announced before the answer to DATA was read.",
                        List.of(counter(MailMeasure.DELIVERIES_EARLY)),
                        List.of(counter(MailMeasure.DELIVERIES_TIMED))),
                perSecond("messagesPerSecond", "Messages submitted.", "messages/s", MailMeasure.MESSAGES_SUBMITTED),
                perSecond("bytesInPerSecond", "Received.", "bytes/s", MailMeasure.BYTES_IN),
                perSecond("bytesOutPerSecond", "Sent.", "bytes/s", MailMeasure.BYTES_OUT),
                perMessage(
                        "recipientsPerMessage",
                        "Recipients of a message.",
                        "recipients",
                        MailMeasure.DELIVERIES_ACCEPTED),
                perMessage("messageSize", "Size of a message submitted.", "bytes", MailMeasure.MESSAGE_BYTES));
    }

    /** Returns the check of a share of empty answers, with a bound only if the mailboxes hold enough. */
    private static CheckDefinition empty(MailMeasure measure, Term all, boolean isBounded) {
        CheckDefinition check = CheckDefinition.percent(
                measure.title(), measure.definition().description(), List.of(counter(measure)), List.of(all));
        return isBounded ? check.atMost(MAX_EMPTY_PERCENT).neededFrom(NEEDED_ANSWERS) : check;
    }

    private static CheckDefinition none(String name, String description, MailMeasure measure) {
        return CheckDefinition.total(name, description, "", List.of(counter(measure)))
                .atMost(0);
    }

    private static CheckDefinition perSecond(String name, String description, String unit, MailMeasure measure) {
        return CheckDefinition.ratio(name, description, unit, List.of(counter(measure)), List.of(Term.seconds()));
    }

    private static CheckDefinition perMessage(String name, String description, String unit, MailMeasure measure) {
        return CheckDefinition.ratio(
                name, description, unit, List.of(counter(measure)), List.of(counter(MailMeasure.MESSAGES_SUBMITTED)));
    }

    private static Term counter(MailMeasure measure) {
        return Term.counter(measure.title());
    }

    /** The activity of a user in a day; the frequencies of all operations have the same factor. */
    public enum Profile {
        /** A quarter of heavy: 33 actions a day, 5 messages sent. */
        LIGHT(0.25),
        /** Half of heavy: 66 actions a day, 10 messages sent. */
        AVERAGE(0.5),
        /** 132 actions a day, 20 messages sent. */
        HEAVY(1),
        /** One and a half of heavy: 198 actions a day, 30 messages sent. */
        VERY_HEAVY(1.5);

        private final double factor;

        Profile(double factor) {
            this.factor = factor;
        }

        public double factor() {
            return factor;
        }
    }
}
