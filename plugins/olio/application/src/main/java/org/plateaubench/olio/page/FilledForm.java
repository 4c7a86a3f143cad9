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

    public Form form() {
        return form;
    }

    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** Returns the words of a field of tags, each once. */
    public Set<String> tags(String field) {
        return FieldRules.words(value(field));
    }

    public @Nullable String problem(String field) {
        return problems.get(field);
    }

    /** Records an error of a field; an earlier one takes precedence. */
    public void reject(String field, String problem) {
        problems.putIfAbsent(field, problem);
    }

    public List<String> wrongFields() {
        return List.copyOf(problems.keySet());
    }

    public boolean isAcceptable() {
        return problems.isEmpty();
    }

    /**
     * Returns a text without leading and trailing blanks and without control characters, some of which databases
     * refuse. Line ends become {@code \n}, or blanks in a single line.
     */
    public static String cleaned(String raw, boolean severalLines) {
        String lines = raw.replace("\r\n", "\n").replace('\r', '\n').replace('\t', ' ');
        return (severalLines ? lines : lines.replace('\n', ' '))
                .replaceAll("[\\p{Cntrl}&&[^\n]]", "")
                .strip();
    }
}
