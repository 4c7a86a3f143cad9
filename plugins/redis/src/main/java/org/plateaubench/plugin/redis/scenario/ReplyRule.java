// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * A rule for a reply.
 *
 * @param errorClass error class if it does not hold
 * @param place the part of the reply
 * @param test the rule
 */
record ReplyRule(String errorClass, List<Object> place, Test test) {
    static final Key AT = Key.any(
            "at", "The part of the reply: a number from 0 or the name of a field, or a list of these; all by default.");

    /** The keys of rules. */
    static final List<Key> KEYS = List.of(
            AT,
            Key.text("value", "Condition on the text or number, such as '>= 1', 'contains x', 'matches ^a' or OK."),
            Key.flag("exists", "Whether there is a value: true or false."),
            Key.oneOf("type", "Kind of the reply: " + String.join(", ", Reply.TYPES) + ".", Reply.TYPES),
            Key.text("length", "Number of bytes of a text or of elements of a list, such as 1..10."),
            Key.mapping("json", "Conditions on values of a JSON text by path, such as $.count: '>= 1'."));

    private static final String ERROR = "error";

    /** The keys of expected refusals. */
    static final List<Key> REFUSAL = refusal();

    /** Tests a reply. */
    @FunctionalInterface
    interface Test {
        /** What is wrong, a clause; null if the rule holds. */
        @Nullable
        String wrong(@Nullable Object reply, Values values) throws StepFailure;
    }

    private static List<Key> refusal() {
        List<Key> keys = new ArrayList<>(KEYS);
        keys.add(Key.text(ERROR, "Error class of an error reply, such as wrongtype."));
        keys.add(Key.text("reason", "Name of the refusal in results."));
        return List.copyOf(keys);
    }

    /** Reads the rules of a section. */
    static List<ReplyRule> read(Section section, Scope scope) {
        List<Object> place = Reply.place(section, "at");
        List<ReplyRule> rules = new ArrayList<>();
        if (section.has("value")) {
            Comparison comparison = Comparison.compile(section.requiredText("value"), scope, section, "value");
            rules.add(new ReplyRule("check-value", place, (reply, values) -> {
                String text = Reply.text(reply);
                boolean holds = text != null && comparison.holds(text, values);
                return holds ? null : "the reply is " + Reply.shown(reply) + ", not " + comparison.text(values);
            }));
        }
        if (section.has("exists")) {
            boolean wanted = section.flag("exists", true);
            rules.add(new ReplyRule(
                    "check-exists",
                    place,
                    (reply, _) ->
                            (reply != null) == wanted ? null : wanted ? "there is no value" : "there is a value"));
        }
        if (section.has("type")) {
            String type = section.word("type", Reply.TYPES);
            rules.add(new ReplyRule(
                    "check-type",
                    place,
                    (reply, _) -> Reply.type(reply).equals(type)
                            ? null
                            : "the reply is of type " + Reply.type(reply) + ", not " + type));
        }
        if (section.has("length")) {
            Span span = section.span("length", new Span(0, Long.MAX_VALUE), Long.MIN_VALUE, Long.MAX_VALUE);
            rules.add(new ReplyRule(
                    "check-length",
                    place,
                    (reply, _) -> span.contains(Reply.length(reply))
                            ? null
                            : "the length is " + Reply.length(reply) + ", not " + span));
        }
        json(section, place, scope, rules);
        if (section.has(ERROR)) {
            String wanted = section.requiredText(ERROR).toLowerCase(Locale.ROOT);
            rules.add(new ReplyRule(ERROR, place, (reply, _) -> {
                String error = Reply.error(reply);
                return error != null && RedisFailure.errorClass(error).equals(wanted) ? null : "there is no such error";
            }));
        }
        return rules;
    }

    private static void json(Section section, List<Object> place, Scope scope, List<ReplyRule> rules) {
        Section conditions = section.section("json");
        for (String path : conditions.names()) {
            JsonPath compiled = JsonPath.compile(path, conditions, path);
            Comparison comparison = Comparison.compile(conditions.requiredText(path), scope, conditions, path);
            if (compiled != null) {
                rules.add(new ReplyRule("check-json", place, (reply, values) -> {
                    String found = reply instanceof byte[] bytes ? compiled.find(bytes, 0, bytes.length) : null;
                    if (found == null) {
                        return "there is no " + path;
                    }
                    return comparison.holds(found, values)
                            ? null
                            : path + " is " + found + ", not " + comparison.text(values);
                }));
            }
        }
    }

    /** What is wrong with a reply; null if the rule holds. */
    @Nullable
    String wrong(@Nullable Object reply, Values values) throws StepFailure {
        return test.wrong(Reply.at(reply, place), values);
    }
}
