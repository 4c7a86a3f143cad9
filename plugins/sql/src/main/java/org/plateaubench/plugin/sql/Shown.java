// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.function.Consumer;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/** Statements and results as texts, for a person. */
final class Shown {
    private static final int MAX_CHARACTERS = 200;

    private Shown() {}

    static void statement(SqlStatement statement, Values values, Consumer<String> trace) throws StepFailure {
        StringBuilder text = new StringBuilder();
        statement
                .text()
                .sql()
                .lines()
                .forEach(line -> text.append("> ").append(line.strip()).append('\n'));
        for (int i = 0; i < statement.text().names().size(); i++) {
            boolean isBatch = statement.kind() == SqlStatement.Kind.BATCH;
            text.append("> ")
                    .append(statement.text().names().get(i))
                    .append(" = ")
                    .append(
                            isBatch
                                    ? "of each row"
                                    : shortened(
                                            statement.text().parameters().get(i).text(values)))
                    .append('\n');
        }
        trace.accept(text.toString().stripTrailing());
    }

    static void result(SqlStatement statement, Result result, Consumer<String> trace) {
        StringBuilder text = new StringBuilder(
                statement.kind() == SqlStatement.Kind.QUERY
                        ? "< " + result.rows + (result.rows == 1 ? " row" : " rows")
                        : "< " + result.updated + (result.updated == 1 ? " row" : " rows") + " changed");
        for (int i = 0; i < statement.columns().size(); i++) {
            text.append("\n< ")
                    .append(statement.columns().get(i))
                    .append(" = ")
                    .append(shortened(String.valueOf(result.values[i])));
        }
        trace.accept(text.toString());
    }

    private static String shortened(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", " ");
        return printable.length() <= MAX_CHARACTERS
                ? printable
                : printable.substring(0, MAX_CHARACTERS) + "... (" + printable.length() + " characters)";
    }
}
