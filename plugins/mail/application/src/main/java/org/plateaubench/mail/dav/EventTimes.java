// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.CalendarTime;
import org.plateaubench.plugin.mail.dav.ContentLine;

/** The times of the events of an object; those of one series share a UID. Immutable. */
final class EventTimes {
    private static final int BUSY_AT_MOST = 1000;
    private static final String EVENT = "VEVENT";

    /**
     * A time range.
     *
     * @param start inclusive
     * @param end exclusive
     */
    record TimeRange(Instant start, Instant end) {
        /**
         * Returns whether the ranges overlap (RFC 4791, 9.9); an event without duration counts if it begins within the
         * range.
         */
        boolean touches(TimeRange range) {
            return start.isBefore(range.end)
                    && (end.isAfter(range.start) || (start.equals(end) && start.equals(range.start)));
        }
    }

    private record Event(
            Instant start, Duration length, @Nullable Recurrence recurrence) {
        boolean touches(TimeRange range) {
            return !within(range, 1).isEmpty();
        }

        List<TimeRange> within(TimeRange range, int atMost) {
            if (recurrence == null) {
                TimeRange once = new TimeRange(start, start.plus(length));
                return once.touches(range) ? List.of(once) : List.of();
            }
            List<TimeRange> found = new ArrayList<>();
            recurrence.starts(range.start().minus(length), range.end(), begin -> {
                TimeRange one = new TimeRange(begin, begin.plus(length));
                if (one.touches(range)) {
                    found.add(one);
                }
                return found.size() < atMost;
            });
            return found;
        }
    }

    private final List<Event> events;

    private EventTimes(List<Event> events) {
        this.events = List.copyOf(events);
    }

    /** Returns the times of a calendar object; empty when it has no event, or one whose time cannot be parsed. */
    static Optional<EventTimes> of(List<ContentLine> lines) {
        List<Event> events = new ArrayList<>();
        List<ContentLine> event = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (ContentLine line : lines) {
            String value = line.value().strip();
            if (line.name().equals("BEGIN")) {
                open.add(value);
            } else if (line.name().equals("END")) {
                if (open.isEmpty() || !open.removeLast().equals(value)) {
                    return Optional.empty();
                }
                if (value.equals(EVENT)) {
                    Optional<Event> read = event(event);
                    if (read.isEmpty()) {
                        return Optional.empty();
                    }
                    events.add(read.get());
                    event.clear();
                }
            } else if (!open.isEmpty() && open.getLast().equals(EVENT)) {
                // Properties of an alarm within an event do not belong to the event.
                event.add(line);
            }
        }
        return events.isEmpty() ? Optional.empty() : Optional.of(new EventTimes(events));
    }

    private static Optional<Event> event(List<ContentLine> lines) {
        ContentLine first = null;
        Optional<Instant> end = Optional.empty();
        String rule = "";
        for (ContentLine line : lines) {
            switch (line.name()) {
                case "DTSTART" -> first = line;
                case "DTEND" -> end = CalendarTime.of(line);
                case "RRULE" -> rule = line.value();
                case "DURATION", "EXDATE", "RDATE", "RECURRENCE-ID", "TRANSP" -> {
                    // A time that cannot be computed exactly is refused.
                    return Optional.empty();
                }
                default -> {
                    // The property does not affect the time.
                }
            }
        }
        Optional<Instant> start = first == null ? Optional.empty() : CalendarTime.of(first);
        if (first == null || start.isEmpty() || end.isEmpty() || end.get().isBefore(start.get())) {
            return Optional.empty();
        }
        Duration length = Duration.between(start.get(), end.get());
        try {
            Recurrence recurrence = rule.isEmpty() ? null : Recurrence.of(rule, first, start.get());
            return Optional.of(new Event(start.get(), length, recurrence));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns whether any event overlaps a range. */
    boolean touch(TimeRange range) {
        for (Event event : events) {
            if (event.touches(range)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the busy times within a range of a user with these events. */
    List<TimeRange> busy(TimeRange range) {
        List<TimeRange> busy = new ArrayList<>();
        for (Event event : events) {
            busy.addAll(event.within(range, BUSY_AT_MOST));
        }
        return busy;
    }
}
