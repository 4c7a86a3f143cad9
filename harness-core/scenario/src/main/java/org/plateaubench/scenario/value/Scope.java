// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.UsedFile;
import org.plateaubench.scenario.tree.Section;

/**
 * The names of a scenario while it is read: its data sources, and the variables that its parts set. Not thread-safe.
 */
public final class Scope {
    /** The form of names. */
    public static final String NAME_FORM = "letters, digits, hyphens and underscores, beginning with a letter";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final String EVERYWHERE = "";
    /** References of the run file, which are resolved before a run starts. */
    private static final Pattern RUN_FILE_REFERENCE = Pattern.compile("(?:env|file):.*|tile");

    private final Map<String, Source> sources = new HashMap<>();
    private final Map<String, Integer> slots = new HashMap<>();
    private final List<String> initial = new ArrayList<>();
    private final Map<String, Set<String>> settersOf = new HashMap<>();
    private final List<Use> uses = new ArrayList<>();
    private final List<FileText> files = new ArrayList<>();
    private String flow = EVERYWHERE;
    private boolean inRepeat;

    private record Use(String variable, String flow, Section section, String key) {}

    /** A variable. */
    private record Variable(int slot, String name) implements Part {
        @Override
        public void append(Values values, StringBuilder out) throws StepFailure {
            String value = values.variable(slot);
            if (value == null) {
                throw StepFailure.error("no-value", "the variable " + name + " has no value, since no step has set it");
            }
            out.append(value);
        }
    }

    /** Sets the flow that is read from now on; empty for parts that run before all flows. */
    public void setFlow(String name) {
        flow = name;
    }

    /** Sets whether the parts that are read from now on are inside a <code>repeat</code>. */
    public void setInRepeat(boolean isInside) {
        inRepeat = isInside;
    }

    /** Whether the parts that are read are inside a <code>repeat</code>. */
    public boolean isInRepeat() {
        return inRepeat;
    }

    /** Adds a text file that the scenario needs, named at a key. */
    public FileText file(String name, Section section, String key) {
        return file(new UsedFile(section.pathOf(key), name, false));
    }

    /** Adds a file of any content that the scenario needs, named at a key. */
    public FileText binaryFile(String name, Section section, String key) {
        return file(new UsedFile(section.pathOf(key), name, true));
    }

    private FileText file(UsedFile used) {
        FileText file = new FileText(used);
        files.add(file);
        return file;
    }

    /** The files that the scenario needs. */
    public List<FileText> files() {
        return List.copyOf(files);
    }

    /** Adds a data source. */
    public void add(String name, Source source) {
        sources.put(name, source);
    }

    /** Whether a text can be a name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns the slot of a variable that a step sets; reports a name that is not possible. */
    public int define(String name, Section section) {
        if (!isName(name)) {
            section.problem(name, "'" + name + "' is not a name.", "Use " + NAME_FORM + ".");
        } else if (sources.containsKey(name)) {
            section.problem(name, "'" + name + "' is already the name of a data source.", "Use another name.");
        }
        settersOf.computeIfAbsent(name, _ -> new HashSet<>()).add(flow);
        return slot(name);
    }

    /** Defines a variable with a value for every unit. */
    public void constant(String name, String value, Section section) {
        initial.set(define(name, section), value);
    }

    private int slot(String name) {
        return slots.computeIfAbsent(name, _ -> {
            initial.add(null);
            return initial.size() - 1;
        });
    }

    /** The values with which units begin, by slot; null for none. */
    public @Nullable String[] initialValues() {
        return initial.toArray(String[]::new);
    }

    /** Compiles a text of a mapping; the key is the place of its problems. */
    public Template template(String text, Section section, String key) {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int next = text.indexOf("${", at);
            if (next < 0) {
                break;
            }
            if (next > 0 && text.charAt(next - 1) == '$') {
                literal.append(text, at, next - 1).append("${");
                at = next + 2;
                continue;
            }
            literal.append(text, at, next);
            int end = text.indexOf('}', next);
            if (end < 0) {
                section.problem(
                        key, "A reference in '" + text + "' has no end.", "Write ${name}, or $${ for the text ${.");
                return Template.of(text);
            }
            parts.add(new Template.Literal(literal.toString()));
            literal.setLength(0);
            parts.add(reference(text.substring(next + 2, end).strip(), section, key));
            at = end + 1;
        }
        literal.append(text, at, text.length());
        parts.add(new Template.Literal(literal.toString()));
        parts.removeIf(part -> part instanceof Template.Literal(String each) && each.isEmpty());
        return new Template(parts);
    }

    private Part reference(String name, Section section, String key) {
        if (RUN_FILE_REFERENCE.matcher(name).matches()) {
            return new Template.Literal("${" + name + "}");
        }
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        Source source = sources.get(first);
        if (source != null) {
            return source.part(
                    dot < 0 ? "" : name.substring(dot + 1),
                    inRepeat,
                    message -> section.problem(key, message, "Correct the reference ${" + name + "}."));
        }
        uses.add(new Use(name, flow, section, key));
        return new Variable(slot(name), name);
    }

    /** Reports the references to names that nothing defines. */
    public void reportUndefined() {
        for (Use use : uses) {
            Set<String> setters = settersOf.getOrDefault(use.variable(), Set.of());
            if (setters.contains(EVERYWHERE) || setters.contains(use.flow())) {
                continue;
            }
            TreeSet<String> available = new TreeSet<>(sources.keySet());
            settersOf.forEach((name, flows) -> {
                if (flows.contains(EVERYWHERE) || flows.contains(use.flow())) {
                    available.add(name);
                }
            });
            String message = setters.isEmpty()
                    ? "Nothing is named '" + use.variable() + "'."
                    : "The variable '" + use.variable() + "' is set in another flow only, and each flow has its own.";
            use.section()
                    .problem(
                            use.key(),
                            message,
                            available.isEmpty()
                                    ? "Declare it under 'data' or 'variables'."
                                    : "Use one of " + String.join(", ", available) + ", or declare it.");
        }
    }
}
