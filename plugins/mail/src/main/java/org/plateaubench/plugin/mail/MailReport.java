// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.MeasureDefinition.Kind;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.UserDay;
import org.plateaubench.plugin.mail.model.UserDay.Profile;
import org.plateaubench.spi.ReportSection;

/** The report section: which part of the profile was driven, and what was counted. */
final class MailReport implements ReportSection {
    @Override
    public String workload() {
        return MailWorkload.NAME;
    }

    @Override
    public Table render(WorkloadView result) {
        List<List<String>> rows = new ArrayList<>();
        long messages = count(result, MailMeasure.MESSAGES_SUBMITTED);
        rows.add(List.of(
                "Recipients per message",
                "4.02 by the profile, where there are enough users.",
                messages == 0 ? "-" : decimal((double) count(result, MailMeasure.DELIVERIES_ACCEPTED) / messages, "")));
        long timed = count(result, MailMeasure.DELIVERIES_TIMED);
        rows.add(List.of(
                "Share of deliveriesEarly",
                "Of deliveriesTimed.",
                timed == 0 ? "-" : decimal(100.0 * count(result, MailMeasure.DELIVERIES_EARLY) / timed, " %")));
        for (MailMeasure measure : MailMeasure.values()) {
            if (measure.kind() == Kind.COUNTER) {
                rows.add(List.of(
                        measure.title(),
                        measure.definition().description(),
                        String.format(Locale.ROOT, "%,d", count(result, measure))));
            }
        }
        return new Table(
                "Mail: what was counted",
                "A copy is timed when its recipient waits for a push and belongs to the sender's agent. "
                        + pace(result),
                List.of("Figure", "Meaning", "Run"),
                rows);
    }

    private static String pace(WorkloadView result) {
        boolean groupware = !result.parameter("groupware").equals("false");
        String pace = result.parameter("mode").equals("stress")
                ? "Stress: no pauses, so this is not the day of a user and never a score."
                : "Profile " + result.parameter("profile") + ", the day " + result.parameter("acceleration")
                        + " times as fast as by the clock.";
        double part = new UserDay(Profile.HEAVY, 1, false).actions() / new UserDay(Profile.HEAVY, 1, true).actions();
        return pace
                + (groupware
                        ? " It has all of the profile's actions."
                        : String.format(
                                Locale.ROOT,
                                " Without calendars and contacts, it has %.1f %% of the profile's actions.",
                                100 * part));
    }

    private static long count(WorkloadView result, MailMeasure measure) {
        return result.counter(measure.title());
    }

    private static String decimal(double value, String unit) {
        return String.format(Locale.ROOT, "%.2f%s", value, unit);
    }
}
