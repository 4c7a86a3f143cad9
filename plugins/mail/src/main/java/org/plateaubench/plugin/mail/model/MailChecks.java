// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.MetricDefinition;

/** The checks of the counts of every run. */
public final class MailChecks {
    /** Largest relative difference between actions done and planned. */
    private static final double RATE_TOLERANCE = 0.02;

    private static final double SECONDS_PER_HOUR = 3600;

    private MailChecks() {}

    /** Returns the checks of a paced day. */
    public static List<CheckDefinition> paced(UserDay day) {
        List<CheckDefinition> checks = new ArrayList<>();
        double cycleSeconds = day.cycle().toNanos() / 1e9;
        checks.add(CheckDefinition.achieved("achieved", MetricDefinition.ALL_OPERATIONS, cycleSeconds, RATE_TOLERANCE));
        checks.addAll(always());
        return checks;
    }

    /** Returns the checks that need no schedule. */
    public static List<CheckDefinition> always() {
        return List.of(
                none("wrongAnswers", "Wrong answers.", MailMeasure.WRONG_ANSWERS),
                none("duplicates", "Copies of a message announced twice to one user.", MailMeasure.DUPLICATES),
                none("lateDeliveries", "Copies announced more than 60 s late.", MailMeasure.DELIVERIES_LATE),
                perSecond("messagesPerSecond", "Messages submitted.", "messages/s", MailMeasure.MESSAGES_SUBMITTED),
                sessions(),
                perSecond("bytesInPerSecond", "Received.", "bytes/s", MailMeasure.BYTES_IN),
                perSecond("bytesOutPerSecond", "Sent.", "bytes/s", MailMeasure.BYTES_OUT),
                perMessage(
                        "recipientsPerMessage",
                        "Recipients of a message.",
                        "recipients",
                        MailMeasure.DELIVERIES_ACCEPTED),
                perMessage("messageSize", "Size of a message submitted.", "bytes", MailMeasure.MESSAGE_BYTES));
    }

    private static CheckDefinition none(String name, String description, MailMeasure measure) {
        return CheckDefinition.total(name, description, "", List.of(counter(measure)))
                .atMost(0);
    }

    private static CheckDefinition perSecond(String name, String description, String unit, MailMeasure measure) {
        return CheckDefinition.ratio(name, description, unit, List.of(counter(measure)), List.of(Term.seconds()));
    }

    private static CheckDefinition sessions() {
        return new CheckDefinition(
                "imapSessionsPerHour",
                "Sign-ins to mailboxes.",
                List.of(counter(MailMeasure.IMAP_SESSIONS)),
                List.of(Term.seconds()),
                SECONDS_PER_HOUR,
                "sessions/h",
                0,
                null,
                null);
    }

    private static CheckDefinition perMessage(String name, String description, String unit, MailMeasure measure) {
        return CheckDefinition.ratio(
                name, description, unit, List.of(counter(measure)), List.of(counter(MailMeasure.MESSAGES_SUBMITTED)));
    }

    private static Term counter(MailMeasure measure) {
        return Term.counter(measure.title());
    }
}
