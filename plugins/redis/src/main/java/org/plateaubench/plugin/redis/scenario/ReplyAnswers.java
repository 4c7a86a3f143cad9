// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.JedisLinks.JedisLink;
import org.plateaubench.plugin.redis.command.RedisFailure;
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
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** The rules and extractions of steps for replies. */
final class ReplyAnswers extends AnswerKeys<ReplyAnswers.Reply> {
    private static final String AT = "at";
    private static final String JSON = "json";
    private static final String REGEX = "regex";
    private static final String ERROR = "error";
    private static final Key POSITION = Key.any(
            AT, "The part of the reply: a number from 0 or the name of a field, or a list of these; all by default.");

    static final List<Key> RULES = List.of(
            POSITION,
            Key.text("value", "Condition on the text or number, such as '>= 1', 'contains x', 'matches ^a' or OK."),
            Key.flag("exists", "Whether there is a value: true or false."),
            Key.text("length", "Number of bytes of a text or of elements of a list, such as 1..10."),
            Key.mapping(JSON, "Conditions on values of a JSON text by path, such as $.count: '>= 1'."));

    static final ReplyAnswers ANSWERS = new ReplyAnswers();

    private ReplyAnswers() {
        super(
                RULES,
                List.of(Key.text(ERROR, "Error class of an error reply, such as wrongtype.")),
                List.of(
                        POSITION,
                        Key.text(JSON, "A JSON path, such as $.items[0].id, if the reply is a JSON text."),
                        Key.text(REGEX, "A regular expression, of which the first group is taken.")),
                "exists: false");
    }

    @Override
    public List<Rule<Reply>> rules(Section section, Scope scope) {
        List<Rule<Reply>> rules = new ArrayList<>();
        if (section.has("value")) {
            Comparison comparison = Comparison.compile(section.requiredText("value"), scope, section, "value");
            rules.add((reply, values) -> {
                String text = reply.text();
                return text != null && comparison.holds(text, values)
                        ? null
                        : Outcome.error(
                                "check-value",
                                "the reply is " + reply.displayText() + ", not " + comparison.text(values));
            });
        }
        if (section.has("exists")) {
            boolean expected = section.flag("exists", true);
            Outcome wrong = Outcome.error("check-exists", expected ? "there is no value" : "there is a value");
            rules.add((reply, _) -> reply.exists() == expected ? null : wrong);
        }
        if (section.has("length")) {
            Span span = section.span("length", new Span(0, Long.MAX_VALUE), Long.MIN_VALUE, Long.MAX_VALUE);
            rules.add((reply, _) -> span.contains(reply.length())
                    ? null
                    : Outcome.error("check-length", "the length is " + reply.length() + ", not " + span));
        }
        addConditions(JSON, section, scope, rules);
        if (section.has(ERROR)) {
            String expected = section.requiredText(ERROR).toLowerCase(Locale.ROOT);
            Outcome wrong = Outcome.error(ERROR, "there is no such error");
            rules.add((reply, _) -> {
                String error = reply.error();
                return error != null && RedisFailure.errorClass(error).equals(expected) ? null : wrong;
            });
        }
        List<Object> path = Reply.path(section, AT);
        rules.replaceAll(rule -> (reply, values) -> rule.violation(reply.at(path), values));
        return rules;
    }

    @Override
    protected Finder<Reply> defaultFinder() {
        return Reply::text;
    }

    @Override
    protected @Nullable Finder<Reply> finder(Section extraction) {
        if (extraction.has(JSON) && extraction.has(REGEX)) {
            extraction.problem("An extraction has at most one of json and regex.", "Keep one of them.");
        }
        String kind = extraction.has(JSON) ? JSON : REGEX;
        Finder<Reply> finder =
                extraction.has(kind) ? finder(kind, extraction.requiredText(kind), extraction, kind) : defaultFinder();
        List<Object> path = Reply.path(extraction, AT);
        return finder == null ? null : reply -> finder.find(reply.at(path));
    }

    @Override
    protected @Nullable Finder<Reply> finder(String kind, String text, Section where, String key) {
        if (kind.equals(JSON)) {
            JsonPath path = JsonPath.compile(text, where, key);
            return path == null
                    ? null
                    : reply -> reply.value() instanceof byte[] bytes ? path.find(bytes, 0, bytes.length) : null;
        }
        BoundedPattern pattern = BoundedPattern.compile(text, where, key);
        return pattern == null
                ? null
                : reply -> {
                    String found = reply.text();
                    return found == null ? null : pattern.find(found);
                };
    }

    /** A reply or a part of one, as Jedis returns it: bytes, a number, a list, the pairs of a map, an error or null. */
    record Reply(@Nullable Object value) {
        /** Reads a path within a reply: indices from 0, and names of fields. Problems are reported. */
        static List<Object> path(Section section, String key) {
            List<Object> path = new ArrayList<>();
            for (String text : section.texts(key)) {
                boolean isIndex = text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9');
                path.add(isIndex ? (Object) Integer.valueOf(text) : text);
            }
            return List.copyOf(path);
        }

        Reply at(List<Object> path) {
            Reply at = this;
            for (Object segment : path) {
                List<Reply> list = at.elements();
                int index = segment instanceof Integer number ? number : indexOfValue(list, (String) segment);
                at = index >= 0 && index < list.size() ? list.get(index) : new Reply(null);
            }
            return at;
        }

        /** The elements of a list. Protocol 2 lists the fields and values of a map; so does this for protocol 3. */
        private List<Reply> elements() {
            List<Reply> elements = new ArrayList<>();
            for (Object each : value instanceof List<?> list ? list : List.of()) {
                if (each instanceof KeyValue<?, ?> pair) {
                    elements.add(new Reply(pair.getKey()));
                    elements.add(new Reply(pair.getValue()));
                } else {
                    elements.add(new Reply(each));
                }
            }
            return elements;
        }

        private static int indexOfValue(List<Reply> list, String field) {
            for (int i = 0; i + 1 < list.size(); i += 2) {
                if (field.equals(list.get(i).text())) {
                    return i + 1;
                }
            }
            return -1;
        }

        boolean exists() {
            return value != null;
        }

        /** The text; null for none and for a list. */
        @Nullable
        String text() {
            return switch (value) {
                case null -> null;
                case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
                case List<?> _ -> null;
                default -> JedisLink.text(value);
            };
        }

        /** Number of bytes of a text, or of elements of a list, with fields and values of a map counted; 0 for none. */
        long length() {
            if (value instanceof List) {
                return elements().size();
            }
            String text = text();
            return value instanceof byte[] bytes ? bytes.length : text == null ? 0 : text.length();
        }

        /** The first error of the reply or of its elements; null for none. */
        @Nullable
        String error() {
            return error(value);
        }

        private static @Nullable String error(@Nullable Object value) {
            if (value instanceof List<?> list) {
                for (Object each : list) {
                    String error = error(each);
                    if (error != null) {
                        return error;
                    }
                }
            }
            return value instanceof JedisDataException error ? String.valueOf(error.getMessage()) : null;
        }

        String displayText() {
            return switch (value) {
                case null -> "(none)";
                case List<?> _ ->
                    elements().stream().map(Reply::displayText).collect(Collectors.joining(", ", "[", "]"));
                case JedisDataException error -> "(error) " + error.getMessage();
                default -> String.valueOf(text());
            };
        }
    }
}
