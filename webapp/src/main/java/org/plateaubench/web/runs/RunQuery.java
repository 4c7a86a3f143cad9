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
 * A query for a list of runs: filter, order and page. Immutable.
 *
 * @param text words that the searched text must all contain
 * @param name name of the run, null for any
 * @param verdicts verdicts; none for any
 * @param statuses statuses; none for any
 * @param tags tags that a run must all have
 * @param plugins plugins of which a run must have one; none for any
 * @param archived true for archived runs, false for all other runs; null for both
 * @param from earliest start, inclusive; null for any
 * @param to latest start, exclusive; null for any
 * @param sort the order
 * @param descending whether the greatest value comes first
 * @param limit most runs on the page
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
    /** The query for the newest runs that are not archived. */
    static final RunQuery NEWEST = new RunQuery(
            "", null, List.of(), List.of(), List.of(), List.of(), false, null, null, Sort.STARTED, true, 50, 0);

    private static final int MOST_WORDS = 10;

    /** The columns that a list can be sorted by. */
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

        /** Returns the word in addresses. */
        String label() {
            return label;
        }

        /** Returns the order in SQL; runs without a value come last in either direction. */
        private String order(boolean descending) {
            String direction = descending ? " DESC" : " ASC";
            return column + direction + (always ? "" : " NULLS LAST") + ", id" + direction;
        }
    }

    /** Returns the order in SQL. It begins with the columns that the filter fixes, as the indexes do. */
    String order() {
        return (archived == null ? "" : "archived, ") + sort.order(descending);
    }

    /** A condition in SQL, with its values. */
    record Condition(String sql, Map<String, Object> values, Map<String, List<String>> lists) {}

    /** Returns the condition for a run. Only constants of this class become text of the statement. */
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
