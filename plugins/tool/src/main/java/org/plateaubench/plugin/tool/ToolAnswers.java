// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Expectations.Finder;
import org.plateaubench.scenario.Expectations.Rule;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.BoundedPattern;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.Scope;

/** The rules and extractions of steps for the output of a program. */
final class ToolAnswers extends AnswerKeys<Output> {
    static final String EXIT = "exit";
    static final String JSON = "json";
    static final String REGEX = "regex";
    static final String CSV = "csv";

    static final List<Key> RULES = List.of(
            Key.text(EXIT, "Exit code, such as 0 or 0..1; 0 unless it is given."),
            Key.text("output", "Condition on the whole output, such as 'contains done' or 'matches ^ok'."),
            Key.mapping(JSON, "Conditions on values of a JSON output by path, such as $.errors: '== 0'."),
            Key.mapping(REGEX, "Conditions on the first group of regular expressions, such as 'errors=(\\d+)': 0."));

    static final List<Key> FINDERS = List.of(
            Key.text(JSON, "A JSON path, such as $.jobs[0].read.iops."),
            Key.text(REGEX, "A regular expression, of which the first group is taken."),
            Key.text(CSV, "A column of a table with , ; or tabs: the value in the last row."));

    static final ToolAnswers ANSWERS = new ToolAnswers();

    private ToolAnswers() {
        super(RULES, List.of(), FINDERS, "exit: 2");
    }

    @Override
    public List<Rule<Output>> rules(Section section, Scope scope) {
        List<Rule<Output>> rules = new ArrayList<>();
        if (section.has(EXIT)) {
            Span span = section.span(EXIT, new Span(0, 0), 0, 255);
            rules.add((output, _) -> span.contains(output.exitCode())
                    ? null
                    : Outcome.error(
                            "exit-" + output.exitCode(),
                            "it ended with exit code " + output.exitCode() + ", not " + span + ": "
                                    + output.lastMessage()));
        }
        if (section.has("output")) {
            rules.add(Rule.of(
                    "check-output",
                    "the output",
                    Output::text,
                    Comparison.compile(section.requiredText("output"), scope, section, "output")));
        }
        addConditions(JSON, section, scope, rules);
        addConditions(REGEX, section, scope, rules);
        return rules;
    }

    @Override
    protected @Nullable Finder<Output> finder(String kind, String text, Section where, String key) {
        return of(kind, text, where, key);
    }

    static @Nullable Finder<Output> of(String kind, String text, Section where, String key) {
        if (kind.equals(CSV)) {
            return output -> output.column(text);
        }
        if (kind.equals(REGEX)) {
            BoundedPattern pattern = BoundedPattern.compile(text, where, key);
            return pattern == null ? null : output -> pattern.find(output.text());
        }
        JsonPath path = JsonPath.compile(text, where, key);
        return path == null
                ? null
                : output -> {
                    byte[] bytes = output.text().getBytes(StandardCharsets.UTF_8);
                    return path.find(bytes, 0, bytes.length);
                };
    }
}
