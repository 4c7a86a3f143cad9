// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.Expectations.Rule;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.Scope;

/** The rules for results, of a <code>check</code> or of a condition of <code>declined</code>. */
final class ResultRules {
    private static final String ROWS = "rows";
    private static final String UPDATED = "updated";
    private static final String VALUE = "value";

    static final List<Key> KEYS = List.of(
            Key.text(ROWS, "Number of rows of a query, such as 1 or 1..20."),
            Key.text(UPDATED, "Number of rows that an update or batch changed, such as 1 or 1..20."),
            Key.mapping(VALUE, "Conditions on values of the first row by column, such as balance: '>= 0'."));

    private ResultRules() {}

    /**
     * Reads the rules of a section.
     *
     * @param columns gets the columns that the rules need
     */
    static List<Rule<Result>> read(Section section, Scope scope, boolean isQuery, List<String> columns) {
        List<Rule<Result>> rules = new ArrayList<>();
        for (String key : List.of(isQuery ? UPDATED : ROWS, isQuery ? "" : VALUE)) {
            if (section.has(key)) {
                section.problem(
                        key,
                        "'" + key + "' belongs to " + (isQuery ? "updates and batches." : "queries."),
                        "Use " + (isQuery ? "rows and value." : "updated."));
            }
        }
        String counted = isQuery ? ROWS : UPDATED;
        if (section.has(counted)) {
            Span span = section.span(counted, new Span(0, 0), 0, Long.MAX_VALUE);
            String found = isQuery ? " rows were found, not " : " rows were changed, not ";
            rules.add((result, _) -> {
                long number = isQuery ? result.rows : result.updated;
                return span.contains(number) ? null : Outcome.error("check-" + counted, number + found + span);
            });
        }
        if (isQuery) {
            Section conditions = section.section(VALUE);
            for (String name : conditions.names()) {
                Comparison comparison = Comparison.compile(conditions.requiredText(name), scope, conditions, name);
                rules.add(value(name, comparison, column(name, columns)));
            }
        }
        return rules;
    }

    private static Rule<Result> value(String name, Comparison comparison, int column) {
        return (result, values) -> {
            String found = result.values[column];
            if (found != null && comparison.holds(found, values)) {
                return null;
            }
            String wrong = result.rows == 0
                    ? "there is no row with " + name
                    : name + " is " + (found == null ? "NULL" : found) + ", not " + comparison.text(values);
            return Outcome.error("check-value", wrong);
        };
    }

    /** The index of a column among those that are read. */
    static int column(String name, List<String> columns) {
        int index = columns.indexOf(name);
        if (index < 0) {
            columns.add(name);
        }
        return index < 0 ? columns.size() - 1 : index;
    }
}
