// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Outcome;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;

/** The errors, classes and SQLSTATEs, that are expected refusals, and the outcome of such an operation. */
record Refusal(Outcome outcome, List<String> errors) {
    static final String KEY = "declined";

    private static final String ERROR = "error";
    private static final Pattern STATE = Pattern.compile("[0-9A-Z]{5}");

    static final List<Key> ERROR_KEYS = List.of(
            Key.any(ERROR, "Errors that are refusals: error classes such as constraint, or SQLSTATEs such as 23505."),
            Key.text("reason", "Name of the refusal in results, refused by default."));

    static final List<Key> KEYS = keys();

    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>(ResultRules.KEYS);
        keys.addAll(ERROR_KEYS);
        return List.copyOf(keys);
    }

    static Refusal of(Section step) {
        Section section = step.section(KEY);
        section.allow(ERROR_KEYS);
        return read(step, section, true);
    }

    /** Reads the errors and the reason of a refusal, with at least one error if required. */
    static Refusal read(Section step, Section section, boolean isRequired) {
        List<String> errors = section.texts(ERROR);
        if (isRequired && step.has(KEY) && errors.isEmpty()) {
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
        return new Refusal(Outcome.declined(section.reason("refused")), errors);
    }

    boolean is(SQLException failure) {
        return errors.contains(SqlFailure.of(failure).errorClass())
                || errors.contains(String.valueOf(failure.getSQLState()));
    }
}
