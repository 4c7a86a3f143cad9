// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which runs a list has, and in which order. Immutable.
 *
 * @param text words that all must be in what is searched
 * @param name name of the run, null for any
 * @param verdicts verdicts; none for any
 * @param statuses statuses; none for any
 * @param tags tags that a run must all have
 * @param plugins plugins of which a run must have one; none for any
 * @param archived archived ones or the others; null for both
 * @param from started then or later, null for any time
 * @param to started before, null for any time
 * @param sort the order
 * @param descending whether the greatest come first
 * @param limit most runs of the page
 * @param offset runs before the page
 */
record RunQuery(
        String text,
        @Nullable String name,
        List<String> verdicts,
        List<String> statuses,
        List<String> tags,
        List<String> plugins,
        @Nullable Boolean archived,
        @Nullable Instant from,
        @Nullable Instant to,
        Sort sort,
        boolean descending,
        int limit,
        int offset) {
    /** The newest runs that are not archived. */
    static final RunQuery NEWEST = new RunQuery(
            "", null, List.of(), List.of(), List.of(), List.of(), false, null, null, Sort.STARTED, true, 50, 0);

    private static final int MOST_WORDS = 10;

    /** What a list can be in the order of. */
    enum Sort {
        STARTED("startedAt", "started_at", true),
        ENDED("endedAt", "ended_at", false),
        DURATION("durationSeconds", "duration_seconds", false),
        NAME("name", "name", true),
        STATUS("status", "status", true),
        VERDICT("verdict", "verdict", false),
        CLASS("class", "run_class", false),
        HEADLINE("headline", "headline_value", false);

        private final String label;
        private final String column;
        private final boolean always;

        Sort(String label, String column, boolean always) {
            this.label = label;
            this.column = column;
            this.always = always;
        }

        /** The word in addresses. */
        String label() {
            return label;
        }

        /** Runs without a value come last, whichever the direction. */
        private String order(boolean descending) {
            String direction = descending ? " DESC" : " ASC";
            return column + direction + (always ? "" : " NULLS LAST") + ", id" + direction;
        }
    }

    /** The order. Led by what is the same in all rows where that is given, since the indexes are. */
    String order() {
        return (archived == null ? "" : "archived, ") + sort.order(descending);
    }

    /** A condition with the values it names. */
    record Condition(String sql, Map<String, Object> values, Map<String, List<String>> lists) {}

    /** What a run must meet. Only constants of this class become text of the statement. */
    Condition condition() {
        List<String> parts = new ArrayList<>();
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, List<String>> lists = new LinkedHashMap<>();
        with("archived = :archived", "archived", archived, parts, values);
        with("name = :name", "name", name, parts, values);
        with("started_at >= :from", "from", from == null ? null : from.atOffset(ZoneOffset.UTC), parts, values);
        with("started_at < :to", "to", to == null ? null : to.atOffset(ZoneOffset.UTC), parts, values);
        within("verdict IN (<verdicts>)", "verdicts", verdicts, parts, lists);
        within("status IN (<statuses>)", "statuses", statuses, parts, lists);
        within("id IN (SELECT run_id FROM run_plugin WHERE plugin IN (<plugins>))", "plugins", plugins, parts, lists);
        int number = 0;
        for (String tag : tags) {
            number++;
            String key = "tag" + number;
            with("id IN (SELECT run_id FROM run_tag WHERE tag = :" + key + ")", key, tag, parts, values);
        }
        for (String word : words()) {
            number++;
            String key = "word" + number;
            with("search_text LIKE :" + key + " ESCAPE '!'", key, "%" + escaped(word) + "%", parts, values);
        }
        return new Condition(parts.isEmpty() ? "1 = 1" : String.join(" AND ", parts), values, lists);
    }

    private static void with(
            String sql, String key, @Nullable Object value, List<String> parts, Map<String, Object> values) {
        if (value != null) {
            parts.add(sql);
            values.put(key, value);
        }
    }

    private static void within(
            String sql, String key, List<String> values, List<String> parts, Map<String, List<String>> lists) {
        if (!values.isEmpty()) {
            parts.add(sql);
            lists.put(key, values);
        }
    }

    private List<String> words() {
        return text.isBlank()
                ? List.of()
                : List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+")).stream()
                        .limit(MOST_WORDS)
                        .toList();
    }

    private static String escaped(String word) {
        return word.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }
}
