// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.data.Texts;

/**
 * The titles, tags and starts of loaded events: a function of scale, seed and the first date of events, which is
 * computed from the first list. Thread-safe.
 */
final class LoadedData {
    /** The data of an application that the harness has not loaded. */
    static final LoadedData NONE = new LoadedData(0);

    /** Number of events on a page of a list. */
    static final int LISTED = 10;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final String[] titles;
    /** When each event starts, in seconds since midnight of the first date. */
    private final long[] starts;

    /** The events of each tag in ascending order; at index 0 the events of all tags. */
    private int[][] byTag = {};

    private volatile long firstEventDateSeconds = UNKNOWN;

    private LoadedData(int events) {
        titles = new String[events];
        starts = new long[events];
    }

    static LoadedData of(Scale scale, long seed) {
        LoadedData data = new LoadedData(scale.events());
        Texts texts = new Texts(seed);
        Population population = new Population(scale, seed);
        IntStream.Builder[] byTag = new IntStream.Builder[scale.tags() + 1];
        Arrays.setAll(byTag, tag -> IntStream.builder());
        for (int event = 1; event <= scale.events(); event++) {
            var form = texts.event(event, LocalDate.EPOCH);
            data.titles[event - 1] = form.title();
            data.starts[event - 1] = seconds(form.startsAt());
            byTag[0].add(event);
            for (int tag : population.tagsOf(event)) {
                byTag[tag].add(event);
            }
        }
        data.byTag =
                Arrays.stream(byTag).map(events -> events.build().toArray()).toArray(int[][]::new);
        return data;
    }

    private static long seconds(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC);
    }

    /** Returns the title of an event; empty when it was not loaded. */
    String title(int event) {
        return event < 1 || event > titles.length ? "" : titles[event - 1];
    }

    /** Returns whether a loaded event has a tag; tag 0 means any tag. */
    boolean hasTag(int event, int tag) {
        return Arrays.binarySearch(byTag[tag], event) >= 0;
    }

    boolean hasFirstEventDate() {
        return titles.length == 0 || firstEventDateSeconds != UNKNOWN;
    }

    /** Computes the first date of events from the start of an event in a list. */
    void readFirstEventDate(int event, String start) {
        if (!title(event).isEmpty()) {
            try {
                firstEventDateSeconds = Instant.parse(start).getEpochSecond() - starts[event - 1];
            } catch (DateTimeParseException e) {
                // The first date is computed from another list.
            }
        }
    }

    /** Returns the number of loaded events of a tag, 0 for all tags, that start later; at most those of a page. */
    int upcoming(int tag, Instant from) {
        long first = firstEventDateSeconds;
        int upcoming = 0;
        if (first != UNKNOWN) {
            for (int event : byTag[tag]) {
                upcoming += first + starts[event - 1] > from.getEpochSecond() ? 1 : 0;
                if (upcoming == LISTED) {
                    break;
                }
            }
        }
        return upcoming;
    }
}
