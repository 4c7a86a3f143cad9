// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Names;
import org.plateaubench.api.Outcome;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * The results and errors that are expected refusals.
 *
 * @param outcome outcome of such an operation
 * @param rules rules, all of which hold for a refusal; empty for none
 * @param errors error classes and SQLSTATEs that are refusals
 */
record Refusal(Outcome outcome, List<Rule> rules, List<String> errors) {
    static final String KEY = "declined";

    private static final String ERROR = "error";
    private static final Pattern STATE = Pattern.compile("[0-9A-Z]{5}");

    /** The keys of a transaction's refusal. */
    static final List<Key> ERROR_KEYS = List.of(
            Key.any(ERROR, "Errors that are refusals: error classes such as constraint, or SQLSTATEs such as 23505."),
            Key.text("reason", "Name of the refusal in results, refused by default."));

    /** The keys of a statement's refusal. */
    static final List<Key> KEYS = keys();

    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>(Rule.KEYS);
        keys.addAll(ERROR_KEYS);
        return List.copyOf(keys);
    }

    /** Reads the refusal of a statement. */
    static Refusal of(Section step, Scope scope, boolean isQuery, List<String> columns) {
        Section section = step.section(KEY);
        section.allow(KEYS);
        return read(step, section, Rule.read(section, scope, isQuery, columns));
    }

    /** Reads the refusal of a transaction. */
    static Refusal ofErrors(Section step) {
        Section section = step.section(KEY);
        section.allow(ERROR_KEYS);
        return read(step, section, List.of());
    }

    private static Refusal read(Section step, Section section, List<Rule> rules) {
        List<String> errors = section.texts(ERROR);
        if (step.has(KEY) && rules.isEmpty() && errors.isEmpty()) {
            step.problem(KEY, "Nothing says what is a refusal.", "Add rows: 0 or error: constraint, for example.");
        }
        List<String> classes =
                Arrays.stream(SqlFailure.values()).map(SqlFailure::errorClass).toList();
        for (String error : errors) {
            if (!classes.contains(error) && !STATE.matcher(error).matches()) {
                section.problem(
                        ERROR,
                        "'" + error + "' is neither an error class nor a SQLSTATE.",
                        "Use one of " + String.join(", ", classes) + ", or five digits and capital letters in quotes.");
            }
        }
        String reason = section.text("reason").orElse("refused");
        if (!Names.isValid(reason)) {
            section.problem(
                    "reason",
                    "'" + reason + "' cannot be a reason.",
                    "Use letters, digits and hyphens, with a small letter first.");
            reason = "refused";
        }
        return new Refusal(Outcome.declined(reason), rules, errors);
    }

    /** Whether a result is a refusal. */
    boolean is(Result result, Values values) throws StepFailure {
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).test().wrong(result, values) != null) {
                return false;
            }
        }
        return !rules.isEmpty();
    }

    /** Whether an error is a refusal. */
    boolean is(SQLException failure) {
        return errors.contains(SqlFailure.of(failure).errorClass())
                || errors.contains(String.valueOf(failure.getSQLState()));
    }
}
