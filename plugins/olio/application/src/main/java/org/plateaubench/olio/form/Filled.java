// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.form;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A form as somebody has filled it in, with what is wrong in it. Confined to one thread. */
public final class Filled {
    private final Form form;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> problems = new LinkedHashMap<>();

    private Filled(Form form) {
        this.form = form;
    }

    /** With nothing in it and nothing wrong. */
    public static Filled empty(Form form) {
        return new Filled(form);
    }

    /**
     * Reads and checks all fields but the files.
     *
     * @param raw value by name of the field; empty where there is none
     */
    public static Filled of(Form form, UnaryOperator<String> raw) {
        Filled filled = new Filled(form);
        for (Form.Group group : form.groups()) {
            for (Field field : group.fields()) {
                if (!field.isFile()) {
                    String value = Text.cleaned(raw.apply(field.name()), field.kind() == Field.Kind.TEXT_AREA);
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

    /** Which form it is. */
    public Form form() {
        return form;
    }

    /** What stands in a field; empty for nothing. */
    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** The words of a field of tags, each once. */
    public Set<String> tags(String field) {
        return FieldRules.words(value(field));
    }

    /** What is wrong with a field; null for nothing. */
    public @Nullable String problem(String field) {
        return problems.get(field);
    }

    /** Says that something is wrong; what was said of the field before goes first. */
    public void reject(String field, String problem) {
        problems.putIfAbsent(field, problem);
    }

    /** Fields with something wrong, in order. */
    public List<String> wrongFields() {
        return List.copyOf(problems.keySet());
    }

    /** Whether nothing is wrong. */
    public boolean isAcceptable() {
        return problems.isEmpty();
    }
}
