// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.CalendarTime;
import org.plateaubench.plugin.mail.dav.ContentLine;

/**
 * A rule that repeats an event (RFC 5545, 3.3.10): daily, weekly, monthly or yearly, with an interval, a count or an
 * end, and days of the week for a weekly one. Other parts are refused. Immutable.
 *
 * @param first first start
 * @param unit unit of the interval
 * @param interval number of units between two starts
 * @param times largest number of starts
 * @param until latest start; null for none
 * @param days days of a weekly rule; empty for that of the first start
 */
record Recurrence(
        ZonedDateTime first,
        ChronoUnit unit,
        int interval,
        int times,
        @Nullable Instant until,
        Set<DayOfWeek> days) {
    private static final List<String> DAYS = List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");
    private static final int STEPS_AT_MOST = 20_000;

    /**
     * Reads a rule.
     *
     * @throws IllegalArgumentException when it is malformed or not supported
     */
    static Recurrence of(String rule, ContentLine start, Instant startInstant) {
        Map<String, String> parts = parts(rule);
        ChronoUnit unit = switch (parts.getOrDefault("FREQ", "")) {
            case "DAILY" -> ChronoUnit.DAYS;
            case "WEEKLY" -> ChronoUnit.WEEKS;
            case "MONTHLY" -> ChronoUnit.MONTHS;
            case "YEARLY" -> ChronoUnit.YEARS;
            default -> throw new IllegalArgumentException("not known here: " + rule);
        };
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        if (parts.containsKey("BYDAY")) {
            if (unit != ChronoUnit.WEEKS) {
                throw new IllegalArgumentException("days of the week are of weekly rules here: " + rule);
            }
            for (String day : parts.getOrDefault("BYDAY", "").split(",", -1)) {
                days.add(DayOfWeek.of(DAYS.indexOf(day) + 1));
            }
        }
        String until = parts.get("UNTIL");
        int interval = Integer.parseInt(parts.getOrDefault("INTERVAL", "1"));
        if (interval < 1) {
            throw new IllegalArgumentException("an interval is above zero: " + rule);
        }
        String zone = start.parameter("TZID");
        return new Recurrence(
                startInstant.atZone(zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone)),
                unit,
                interval,
                Integer.parseInt(parts.getOrDefault("COUNT", Integer.toString(Integer.MAX_VALUE))),
                until == null
                        ? null
                        : CalendarTime.of(new ContentLine("UNTIL", start.parameters(), until))
                                .orElseThrow(() -> new IllegalArgumentException("no moment: " + rule)),
                days);
    }

    private static Map<String, String> parts(String rule) {
        Map<String, String> parts = new HashMap<>();
        for (String part : rule.strip().toUpperCase(Locale.ROOT).split(";", -1)) {
            String[] both = part.split("=", 2);
            if (both.length < 2) {
                throw new IllegalArgumentException("not a rule: " + rule);
            }
            parts.put(both[0], both[1]);
        }
        return parts;
    }

    /** Passes the starts between two instants, both exclusive, in order to a consumer until it returns false. */
    void starts(Instant after, Instant before, Predicate<Instant> wanted) {
        ZonedDateTime turn = days.isEmpty() ? first : first.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        long step = 0;
        int listed = 0;
        if (times == Integer.MAX_VALUE && after.isAfter(turn.toInstant())) {
            // Without a count, the starts before the range need not be counted.
            long units = unit.between(turn, after.atZone(turn.getZone()));
            step = Math.max(0, units / interval - 1);
        }
        for (int steps = 0; steps < STEPS_AT_MOST; steps++, step++) {
            ZonedDateTime week = turn.plus(step * interval, unit);
            if (week.toInstant().isAfter(before)) {
                return;
            }
            int candidates = days.isEmpty() ? 1 : DAYS.size();
            for (int day = 0; day < candidates; day++) {
                ZonedDateTime one = week.plusDays(day);
                Instant start = one.toInstant();
                if (!one.isBefore(first) && (days.isEmpty() || days.contains(one.getDayOfWeek()))) {
                    if (listed++ >= times || (until != null && start.isAfter(until)) || !start.isBefore(before)) {
                        return;
                    }
                    if (!start.isBefore(after) && !wanted.test(start)) {
                        return;
                    }
                }
            }
        }
    }
}
