// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.Template;

/**
 * A statement whose references were replaced by parameters: values are bound, and never become part of the text.
 *
 * @param sql the statement, with a question mark for each parameter
 * @param names references by parameter, for messages
 * @param parameters values by parameter
 */
record SqlText(String sql, List<String> names, List<Template> parameters) {
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$(?:[A-Za-z_][A-Za-z0-9_]*)?\\$(?!\\{)");
    /** References to variables; those of the run file are resolved before a run starts. */
    private static final Pattern REFERENCE = Pattern.compile("(?<!\\$)\\$\\{(?!env:|file:|tile})([^}]*)}?");

    /** Compiles the statement of a step; problems are reported at the key. */
    static SqlText compile(String written, Section step, Scope scope, String key) {
        List<String> names = new ArrayList<>();
        List<Template> parameters = new ArrayList<>();
        StringBuilder sql = new StringBuilder();
        List<Statement> statements = split(written);
        if (statements.size() > 1) {
            step.problem(key, "A step has one statement, found " + statements.size() + ".", "Write a step for each.");
        }
        String text = statements.isEmpty() ? "" : statements.getFirst().sql();
        Matcher reference = REFERENCE.matcher(text);
        int position = 0;
        while (position < text.length()) {
            int end = endOfQuote(text, position);
            if (end > position) {
                appendQuoted(text.substring(position, end), step, key, sql);
                position = end;
            } else if (reference
                    .region(position, text.length())
                    .useTransparentBounds(true)
                    .lookingAt()) {
                sql.append('?');
                names.add(reference.group(1));
                parameters.add(scope.template(reference.group(), step, key));
                position = reference.end();
            } else if (text.startsWith("$${", position)) {
                position++;
            } else if (text.startsWith("??", position)) {
                // An operator of PostgreSQL with a question mark, which its driver requires to be doubled.
                sql.append("??");
                position += 2;
            } else {
                if (text.charAt(position) == '?') {
                    step.problem(key, "A parameter '?' has no value.", "Write ${name} in its place.");
                }
                sql.append(text.charAt(position++));
            }
        }
        return new SqlText(sql.toString(), List.copyOf(names), List.copyOf(parameters));
    }

    private static void appendQuoted(String quoted, Section step, String key, StringBuilder sql) {
        boolean isComment = quoted.startsWith("--") || quoted.startsWith("/*");
        Matcher reference = REFERENCE.matcher(quoted);
        if (!isComment && reference.find()) {
            step.problem(
                    key,
                    "The reference " + reference.group() + " is inside of quotes, where no value can be bound.",
                    "Write it without quotes, and join texts in SQL, such as '%' || ${word} || '%'.");
        }
        sql.append(isComment ? " " : quoted.replace("$${", "${"));
    }

    /** A statement of a script, with the line on which it begins, from 1. */
    record Statement(String sql, int line) {}

    /**
     * Splits a script at the semicolons that are neither in quotes nor in comments; parts without a statement are left
     * out.
     */
    static List<Statement> split(String script) {
        List<Statement> statements = new ArrayList<>();
        int start = -1;
        int position = 0;
        while (position <= script.length()) {
            boolean isEnd = position == script.length() || script.charAt(position) == ';';
            if (isEnd && start >= 0) {
                int line = (int) script.substring(0, start)
                                .chars()
                                .filter(each -> each == '\n')
                                .count()
                        + 1;
                statements.add(new Statement(script.substring(start, position).strip(), line));
                start = -1;
            }
            int end = isEnd ? position : endOfQuote(script, position);
            boolean isComment =
                    end > position && (script.startsWith("--", position) || script.startsWith("/*", position));
            if (!isEnd && start < 0 && !isComment && !Character.isWhitespace(script.charAt(position))) {
                start = position;
            }
            position = Math.max(end, position + 1);
        }
        return statements;
    }

    /** Whether a text has references, which only the statements of steps may have. */
    static boolean hasReference(String text) {
        return REFERENCE.matcher(text).find();
    }

    /** The end of the quoted text or comment that begins at a position; the position itself if there is none. */
    private static int endOfQuote(String text, int position) {
        char first = text.charAt(position);
        if (first == '\'' || first == '"' || first == '`') {
            return endAfter(text, String.valueOf(first), position + 1);
        }
        if (text.startsWith("--", position)) {
            return endAfter(text, "\n", position + 2);
        }
        if (text.startsWith("/*", position)) {
            return endAfter(text, "*/", position + 2);
        }
        Matcher dollar = DOLLAR_QUOTE.matcher(text).region(position, text.length());
        return first == '$' && dollar.lookingAt() ? endAfter(text, dollar.group(), dollar.end()) : position;
    }

    private static int endAfter(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }
}
