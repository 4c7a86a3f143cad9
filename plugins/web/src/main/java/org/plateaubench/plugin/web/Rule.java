// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.BoundedPattern;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * A rule for an answer, of a <code>check</code> or of a condition of <code>declined</code>.
 *
 * @param errorClass error class if a check does not hold
 * @param test the rule
 * @param needsBody whether it reads the body
 */
record Rule(String errorClass, Test test, boolean needsBody) {
    /** The key of the status. */
    static final String STATUS = "status";

    /** The keys of rules. */
    static final List<Key> KEYS = List.of(
            Key.any(STATUS, "The status, a range such as 200..299, or a list of these; below 400 by default."),
            Key.mapping("header", "Conditions on headers by name, such as Content-Type: contains html."),
            Key.any("contains", "A text that the body contains, or a list of texts."),
            Key.any("lacks", "A text that the body does not contain, or a list of texts."),
            Key.text("regex", "A regular expression that is found in the body."),
            Key.mapping("json", "Conditions on JSON values by path, such as $.count: '>= 1'."),
            Key.mapping("css", "Conditions on the text of elements by CSS selector."),
            Key.text("size", "Size of the body, such as 1kB..2MB."));

    /** Tests an answer. */
    @FunctionalInterface
    interface Test {
        /** What is wrong, a clause; null if the rule holds. */
        @Nullable
        String wrong(WebAnswer answer, Values values) throws StepFailure;
    }

    /** Reads the rules of a section. */
    static List<Rule> read(Section section, Scope scope) {
        List<Rule> rules = new ArrayList<>();
        if (section.has(STATUS)) {
            rules.add(status(section));
        }
        conditions("header", section, scope, rules);
        section.texts("contains").forEach(text -> rules.add(contains(text, true, section, scope)));
        section.texts("lacks").forEach(text -> rules.add(contains(text, false, section, scope)));
        section.text("regex").ifPresent(text -> {
            BoundedPattern pattern = BoundedPattern.compile(text, section, "regex");
            if (pattern != null) {
                rules.add(new Rule(
                        "check-regex",
                        (answer, _) -> pattern.isFound(answer.text()) ? null : "the body has no match of " + text,
                        true));
            }
        });
        conditions("json", section, scope, rules);
        conditions("css", section, scope, rules);
        if (section.has("size")) {
            Span span = section.span("size", new Span(0, Long.MAX_VALUE), Long.MIN_VALUE, Long.MAX_VALUE);
            rules.add(new Rule(
                    "check-size",
                    (answer, _) -> span.contains(answer.size())
                            ? null
                            : "the body has " + answer.size() + " bytes, not " + span,
                    false));
        }
        return rules;
    }

    /** The outcome of the first rule that does not hold; null if all hold. */
    static @Nullable Outcome broken(List<Rule> rules, WebAnswer answer, Values values) throws StepFailure {
        for (int i = 0; i < rules.size(); i++) {
            Rule rule = rules.get(i);
            String wrong = rule.test.wrong(answer, values);
            if (wrong != null) {
                return rule.errorClass.isEmpty() ? wrongStatus(answer) : Outcome.error(rule.errorClass, wrong);
            }
        }
        return null;
    }

    /** The outcome of an answer whose status is an error. */
    static Outcome wrongStatus(WebAnswer answer) {
        return Outcome.error("status-" + answer.status(), "the server answered " + answer.status());
    }

    private static Rule status(Section section) {
        List<Span> allowed = new ArrayList<>();
        for (String text : section.texts(STATUS)) {
            Span span = Span.parse(text);
            if (span == null || span.min() < 100 || span.max() > 999) {
                section.problem(STATUS, "'" + text + "' is not a status.", "Write 200, 200..299 or a list of these.");
            } else {
                allowed.add(span);
            }
        }
        Span[] spans = allowed.toArray(Span[]::new);
        return new Rule("", (answer, _) -> isOne(spans, answer.status()) ? null : "the status is another", false);
    }

    private static boolean isOne(Span[] spans, int status) {
        for (Span span : spans) {
            if (span.contains(status)) {
                return true;
            }
        }
        return false;
    }

    private static void conditions(String kind, Section section, Scope scope, List<Rule> rules) {
        Section conditions = section.section(kind);
        for (String name : conditions.names()) {
            Extraction.Finder finder = Extraction.finder(kind, name, conditions, name);
            Comparison comparison = Comparison.compile(conditions.requiredText(name), scope, conditions, name);
            if (finder == null) {
                continue;
            }
            // A media type may be expected without its parameters.
            boolean isType = kind.equals("header") && name.equalsIgnoreCase("Content-Type");
            rules.add(new Rule(
                    "check-" + kind,
                    (answer, values) -> {
                        String found = finder.find(answer);
                        if (found == null) {
                            return "there is no " + name;
                        }
                        boolean holds = comparison.holds(found, values)
                                || (isType && comparison.holds(found.replaceFirst("\\s*;.*", ""), values));
                        return holds ? null : name + " is " + found + ", not " + comparison.text(values);
                    },
                    !kind.equals("header")));
        }
    }

    private static Rule contains(String text, boolean wanted, Section section, Scope scope) {
        String key = wanted ? "contains" : "lacks";
        Template template = scope.template(text, section, key);
        String constant = template.constant();
        byte[] bytes = constant == null ? new byte[0] : constant.getBytes(StandardCharsets.UTF_8);
        return new Rule(
                "check-" + key,
                (answer, values) -> {
                    boolean found = (constant != null && answer.isUtf8())
                            ? indexOf(answer.bytes(), answer.offset(), answer.length(), bytes) >= 0
                            : answer.text().contains(template.text(values));
                    if (found == wanted) {
                        return null;
                    }
                    return "the body " + (wanted ? "does not contain '" : "contains '") + template.text(values) + "'";
                },
                true);
    }

    private static int indexOf(byte[] text, int offset, int length, byte[] searched) {
        int last = offset + length - searched.length;
        for (int i = offset; i <= last; i++) {
            if (searched.length == 0
                    || (text[i] == searched[0]
                            && Arrays.equals(text, i, i + searched.length, searched, 0, searched.length))) {
                return i - offset;
            }
        }
        return -1;
    }
}
