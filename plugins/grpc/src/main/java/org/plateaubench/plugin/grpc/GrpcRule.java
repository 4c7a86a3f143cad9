// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * A rule for an answer, of a <code>check</code> or of a condition of <code>declined</code>.
 *
 * @param errorClass error class if a check does not hold; empty for that of the status
 * @param test the rule
 * @param needsMessages whether it reads the messages
 */
record GrpcRule(String errorClass, Test test, boolean needsMessages) {
    static final String STATUS = "status";
    static final String JSON = "json";
    static final String METADATA = "metadata";

    /** The keys of rules. */
    static final List<Key> KEYS = List.of(
            Key.any(STATUS, "The status, such as NOT_FOUND, or a list of these; OK by default."),
            Key.mapping(JSON, "Conditions on values of the answer as JSON by path, such as $.count: '>= 1'."),
            Key.mapping(METADATA, "Conditions on metadata of the answer by name."),
            Key.text("messages", "Number of messages of a stream, such as 1..10."));

    /** Tests an answer. */
    @FunctionalInterface
    interface Test {
        /** What is wrong, a clause; null if the rule holds. */
        @Nullable
        String wrong(GrpcAnswer answer, Values values) throws StepFailure;
    }

    /** Finds a text in an answer. */
    @FunctionalInterface
    interface Finder {
        /** The text, or null. */
        @Nullable
        String find(GrpcAnswer answer) throws StepFailure;
    }

    /** Reads the rules of a section. */
    static List<GrpcRule> read(Section section, Scope scope) {
        List<GrpcRule> rules = new ArrayList<>();
        if (section.has(STATUS)) {
            Set<Status.Code> wanted = statuses(section);
            rules.add(new GrpcRule(
                    "",
                    (answer, _) -> wanted.contains(answer.status().getCode()) ? null : "the status is another",
                    false));
        }
        for (String kind : List.of(JSON, METADATA)) {
            Section conditions = section.section(kind);
            for (String name : conditions.names()) {
                Finder finder = finder(kind, name, conditions, name);
                Comparison comparison = Comparison.compile(conditions.requiredText(name), scope, conditions, name);
                if (finder != null) {
                    rules.add(new GrpcRule(
                            "check-" + kind,
                            (answer, values) -> {
                                String found = finder.find(answer);
                                if (found == null) {
                                    return "there is no " + name;
                                }
                                boolean holds = comparison.holds(found, values);
                                return holds ? null : name + " is " + found + ", not " + comparison.text(values);
                            },
                            kind.equals(JSON)));
                }
            }
        }
        if (section.has("messages")) {
            Span span = section.span("messages", new Span(0, Long.MAX_VALUE), Long.MIN_VALUE, Long.MAX_VALUE);
            rules.add(new GrpcRule(
                    "check-messages",
                    (answer, _) -> span.contains(answer.count())
                            ? null
                            : "the answer has " + answer.count() + " messages, not " + span,
                    false));
        }
        return rules;
    }

    private static Set<Status.Code> statuses(Section section) {
        Set<Status.Code> statuses = EnumSet.noneOf(Status.Code.class);
        for (String text : section.texts(STATUS)) {
            try {
                statuses.add(Status.Code.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_')));
            } catch (IllegalArgumentException e) {
                section.problem(STATUS, "'" + text + "' is not a status.", "Write OK or NOT_FOUND, for example.");
            }
        }
        return statuses;
    }

    /** What finds a text; null after a problem at the key. */
    static @Nullable Finder finder(String kind, String text, Section where, String key) {
        if (kind.equals(JSON)) {
            JsonPath path = JsonPath.compile(text, where, key);
            return path == null ? null : answer -> path.find(answer.json(), 0, answer.json().length);
        }
        requireMetadata(text, where, key);
        return answer -> answer.metadata(text);
    }

    /** Reports a name of metadata that is not possible. */
    static void requireMetadata(String name, Section where, String key) {
        try {
            Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
        } catch (IllegalArgumentException e) {
            where.problem(
                    key,
                    "'" + name + "' cannot be the name of metadata.",
                    "Use small letters, digits, hyphens, underscores and dots, without -bin at the end.");
        }
    }
}
