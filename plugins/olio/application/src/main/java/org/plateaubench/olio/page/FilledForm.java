// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A form with a user's input and its errors. One thread. */
public final class FilledForm {
    private final Form form;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> problems = new LinkedHashMap<>();

    private FilledForm(Form form) {
        this.form = form;
    }

    /** Returns an empty form without errors. */
    public static FilledForm empty(Form form) {
        return new FilledForm(form);
    }

    /**
     * Reads and checks all fields but the files.
     *
     * @param raw value by name of the field; empty without one
     */
    public static FilledForm of(Form form, UnaryOperator<String> raw) {
        FilledForm filled = new FilledForm(form);
        for (Form.Group group : form.groups()) {
            for (Field field : group.fields()) {
                if (!field.isFile()) {
                    String value = cleaned(raw.apply(field.name()), field.kind() == Field.Kind.TEXT_AREA);
                    filled.values.put(field.name(), value);
                    String problem = FieldRules.problem(field, value);
                    if (problem != null) {
                        filled.problems.put(field.name(), problem);
                    }
                }
            }
        }
        if (form == Form.PERSON && !filled.value("password").equals(filled.value("passwordAgain"))) {
            filled.reject("passwordAgain", "The two passwords are not the same.");
        }
        return filled;
    }

    /** Returns the form. */
    public Form form() {
        return form;
    }

    /** Returns the value of a field; empty for none. */
    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** Returns the words of a field of tags, each once. */
    public Set<String> tags(String field) {
        return FieldRules.words(value(field));
    }

    /** Returns the error of a field; null for none. */
    public @Nullable String problem(String field) {
        return problems.get(field);
    }

    /** Records an error of a field; an earlier one takes precedence. */
    public void reject(String field, String problem) {
        problems.putIfAbsent(field, problem);
    }

    /** Returns the fields with errors, in order. */
    public List<String> wrongFields() {
        return List.copyOf(problems.keySet());
    }

    /** Returns whether there is no error. */
    public boolean isAcceptable() {
        return problems.isEmpty();
    }

    /**
     * Returns a text without leading and trailing blanks and without invalid characters: databases refuse a zero, and
     * the rest only serves to deceive. Line ends become {@code }, or blanks in a single line.
     */
    public static String cleaned(String raw, boolean severalLines) {
        StringBuilder cleaned = new StringBuilder(raw.length());
        for (int at = 0; at < raw.length(); at++) {
            char next = raw.charAt(at);
            if (next == '\r' && at + 1 < raw.length() && raw.charAt(at + 1) == '\n') {
                continue;
            }
            if (next == '\n' || next == '\r' || next == '\t') {
                cleaned.append(severalLines && next != '\t' ? '\n' : ' ');
            } else if (!Character.isISOControl(next) && !isDirection(next) && !isUnpaired(raw, at)) {
                cleaned.append(next);
            }
        }
        return cleaned.toString().strip();
    }

    /** Returns whether a character changes the direction of the text after it. */
    private static boolean isDirection(char letter) {
        return (letter >= '\u202A' && letter <= '\u202E') || (letter >= '\u2066' && letter <= '\u2069');
    }

    private static boolean isUnpaired(String text, int at) {
        char letter = text.charAt(at);
        if (Character.isHighSurrogate(letter)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(letter) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
