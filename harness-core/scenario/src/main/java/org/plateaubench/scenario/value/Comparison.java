// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Section;

/**
 * A condition on a text, such as {@code >= 1}, {@code contains error} or just the text that is expected. Numbers are
 * compared as numbers. Thread-safe.
 */
public final class Comparison {
    /** The words and signs with which a condition may begin. */
    public static final List<String> OPERATORS = List.of("==", "!=", "<=", ">=", "<", ">", "contains", "matches");

    private static final int MAX_NUMBER_LENGTH = 40;

    private final String operator;
    private final Template expected;
    private final @Nullable BoundedPattern pattern;

    private Comparison(String operator, Template expected, @Nullable BoundedPattern pattern) {
        this.operator = operator;
        this.expected = expected;
        this.pattern = pattern;
    }

    /** Compiles a condition; problems are reported at the key. */
    public static Comparison compile(String condition, Scope scope, Section section, String key) {
        for (String operator : OPERATORS) {
            boolean isWord = Character.isLetter(operator.charAt(0));
            if (condition.startsWith(isWord ? operator + " " : operator)) {
                return of(operator, condition.substring(operator.length()).strip(), scope, section, key);
            }
        }
        return of("==", condition, scope, section, key);
    }

    static Comparison of(String operator, String expected, Scope scope, Section section, String key) {
        if (operator.equals("matches")) {
            return new Comparison(operator, Template.of(expected), BoundedPattern.compile(expected, section, key));
        }
        return new Comparison(operator, scope.template(expected, section, key), null);
    }

    /** Whether the comparison is true for a text. */
    public boolean holds(CharSequence actual, Values values) throws StepFailure {
        if (pattern != null) {
            return pattern.isFound(actual);
        }
        StringBuilder text = values.rightBuffer();
        expected.append(values, text);
        return switch (operator) {
            case "contains" -> indexOf(actual, text) >= 0;
            case "!=" -> !areEqual(actual, text);
            case "<" -> isNumber(actual) && isNumber(text) && compare(actual, text) < 0;
            case "<=" -> isNumber(actual) && isNumber(text) && compare(actual, text) <= 0;
            case ">" -> isNumber(actual) && isNumber(text) && compare(actual, text) > 0;
            case ">=" -> isNumber(actual) && isNumber(text) && compare(actual, text) >= 0;
            default -> areEqual(actual, text);
        };
    }

    private static int indexOf(CharSequence text, CharSequence searched) {
        return text.toString().indexOf(searched.toString());
    }

    private static boolean areEqual(CharSequence left, CharSequence right) {
        return CharSequence.compare(left, right) == 0
                || (isNumber(left) && isNumber(right) && compare(left, right) == 0);
    }

    private static boolean isNumber(CharSequence text) {
        int digits = 0;
        int points = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.' && points == 0) {
                points++;
            } else if (!(c == '-' && i == 0)) {
                return false;
            }
        }
        return digits > 0 && text.length() <= MAX_NUMBER_LENGTH;
    }

    private static int compare(CharSequence left, CharSequence right) {
        if (isInteger(left) && isInteger(right)) {
            return Long.compare(
                    Long.parseLong(left, 0, left.length(), 10), Long.parseLong(right, 0, right.length(), 10));
        }
        return new BigDecimal(left.toString()).compareTo(new BigDecimal(right.toString()));
    }

    private static boolean isInteger(CharSequence number) {
        for (int i = 0; i < number.length(); i++) {
            if (number.charAt(i) == '.') {
                return false;
            }
        }
        return number.length() < 19;
    }

    /** The expected value with its operator, such as {@code >= 1}, or the text alone. */
    public String text(Values values) throws StepFailure {
        StringBuilder text = new StringBuilder(operator.equals("==") ? "" : operator + " ");
        expected.append(values, text);
        return text.toString().strip();
    }
}
