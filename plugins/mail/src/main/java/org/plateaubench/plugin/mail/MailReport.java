// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.UserDay;
import org.plateaubench.plugin.mail.model.UserDay.Profile;
import org.plateaubench.spi.ReportSection;

/** The report section: expected and actual behaviour of users, and the fate of messages. */
final class MailReport implements ReportSection {
    private static final String UNKNOWN = "-";

    @Override
    public String workload() {
        return MailWorkload.NAME;
    }

    @Override
    public Table render(WorkloadView result) {
        UserDay day =
                new UserDay(Profile.HEAVY, 1, !result.parameter("groupware").equals("false"));
        List<List<String>> rows = new ArrayList<>();
        addShares(rows, day, result);
        addMessages(rows, result);
        addProtocol(rows, result);
        return new Table(
                "Mail: what the day has, and what was",
                "Shares are of the actions that were due in the window and of a user's day. A copy is"
                        + " timed when its recipient waits for a push and belongs to the sender's agent. "
                        + pace(day, result),
                List.of("Figure", "Day", "Run", "Deviation"),
                rows);
    }

    private static String pace(UserDay day, WorkloadView result) {
        if (result.parameter("mode").equals("stress")) {
            return "Stress: no pauses, so this is not the day of a user and never a score." + part(day);
        }
        return "Profile " + result.parameter("profile") + ", the day " + result.parameter("acceleration")
                + " times as fast as by the clock." + part(day);
    }

    private static String part(UserDay day) {
        double whole = new UserDay(Profile.HEAVY, 1, true).actions();
        return day.groupware()
                ? " It has all of the profile's actions."
                : String.format(
                        Locale.ROOT,
                        " Without calendars and contacts, it has %.1f %% of the profile's actions.",
                        100 * day.actions() / whole);
    }

    private static void addShares(List<List<String>> rows, UserDay day, WorkloadView result) {
        long all = 0;
        for (MailOperation operation : MailOperation.values()) {
            all += due(result, operation);
        }
        for (MailOperation operation : MailOperation.values()) {
            if (day.has(operation)) {
                double planned = operation.perDay() / day.actions();
                double achieved = all == 0 ? 0 : (double) due(result, operation) / all;
                rows.add(List.of(
                        "Share of " + operation.title(),
                        percent(planned),
                        all == 0 ? UNKNOWN : percent(achieved),
                        all == 0 ? UNKNOWN : String.format(Locale.ROOT, "%+.2f points", 100 * (achieved - planned))));
            }
        }
    }

    private static long due(WorkloadView result, MailOperation operation) {
        long due = 0;
        for (OutcomeKind kind : OutcomeKind.values()) {
            due += result.operations(operation.title(), kind);
        }
        return due;
    }

    private static void addMessages(List<List<String>> rows, WorkloadView result) {
        long messages = count(result, MailMeasure.MESSAGES_SUBMITTED);
        long timed = count(result, MailMeasure.DELIVERIES_TIMED);
        long early = count(result, MailMeasure.DELIVERIES_EARLY);
        rows.add(row("Messages submitted", messages));
        rows.add(List.of(
                "Recipients per message",
                "4.02",
                ratio(count(result, MailMeasure.DELIVERIES_ACCEPTED), messages),
                UNKNOWN));
        rows.add(List.of(
                "Bytes per message", UNKNOWN, ratio(count(result, MailMeasure.MESSAGE_BYTES), messages), UNKNOWN));
        rows.add(row("Copies owed to recipients", count(result, MailMeasure.DELIVERIES_ACCEPTED)));
        rows.add(row("Copies announced, and timed", timed));
        rows.add(row("Copies announced before the answer to DATA was read, timed as 0", early));
        rows.add(List.of(
                "Share of these in the copies timed",
                UNKNOWN,
                timed == 0 ? UNKNOWN : percent((double) early / timed),
                UNKNOWN));
        rows.add(row("Copies announced more than 60 s late", count(result, MailMeasure.DELIVERIES_LATE)));
        rows.add(row("Copies waited for in vain", count(result, MailMeasure.DELIVERIES_MISSED)));
        rows.add(row("Copies announced twice", count(result, MailMeasure.DUPLICATES)));
        rows.add(row("Submission attempts repeated after 4xx", count(result, MailMeasure.SUBMISSION_RETRIES)));
    }

    private static void addProtocol(List<List<String>> rows, WorkloadView result) {
        rows.add(row("Sign-ins to mailboxes", count(result, MailMeasure.IMAP_SESSIONS)));
        rows.add(row("Moves by copy and deletion, without MOVE", count(result, MailMeasure.MOVE_FALLBACKS)));
        rows.add(row(
                "Deletions that expunged the folder, without UIDPLUS", count(result, MailMeasure.EXPUNGE_FALLBACKS)));
        rows.add(row("Connections that ask every 30 s, without IDLE", count(result, MailMeasure.IDLE_FALLBACKS)));
        rows.add(row("Folders listed one by one, without LIST-STATUS", count(result, MailMeasure.STATUS_FALLBACKS)));
        rows.add(row(
                "Submissions with a round trip for each command, without PIPELINING",
                count(result, MailMeasure.PIPELINING_FALLBACKS)));
        rows.add(row("Waiting connections dropped by the server", count(result, MailMeasure.IDLE_DROPS)));
        rows.add(row("Answers checked against what they must be", count(result, MailMeasure.ANSWERS_CHECKED)));
        rows.add(row("Wrong answers", count(result, MailMeasure.WRONG_ANSWERS)));
    }

    private static List<String> row(String figure, long value) {
        return List.of(figure, UNKNOWN, String.format(Locale.ROOT, "%,d", value), UNKNOWN);
    }

    private static long count(WorkloadView result, MailMeasure measure) {
        return result.counter(measure.title());
    }

    private static String ratio(long part, long whole) {
        double value = whole == 0 ? 0 : (double) part / whole;
        return whole == 0 ? UNKNOWN : String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }
}
