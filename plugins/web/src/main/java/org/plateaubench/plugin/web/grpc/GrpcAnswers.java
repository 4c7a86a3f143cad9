// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Expectations.Finder;
import org.plateaubench.scenario.Expectations.Rule;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.Scope;

/** What steps can say about the answers to calls. */
final class GrpcAnswers extends AnswerKeys<GrpcAnswer> {
    static final String STATUS = "status";
    private static final String JSON = "json";
    private static final String METADATA = "metadata";

    /** The keys of rules. */
    static final List<Key> RULES = List.of(
            Key.any(STATUS, "The status, such as NOT_FOUND, or a list of these; OK by default."),
            Key.mapping(JSON, "Conditions on values of the answer as JSON by path, such as $.count: '>= 1'."),
            Key.mapping(METADATA, "Conditions on metadata of the answer by name."),
            Key.text("messages", "Number of messages of a stream, such as 1..10."));

    /** The keys of rules for one message of an open stream. */
    static final List<Key> MESSAGE_RULES = RULES.subList(1, 3);

    static final GrpcAnswers ANSWERS = new GrpcAnswers(RULES);
    static final GrpcAnswers OF_MESSAGES = new GrpcAnswers(MESSAGE_RULES);

    private GrpcAnswers(List<Key> rules) {
        super(
                rules,
                List.of(),
                List.of(
                        Key.text(JSON, "A JSON path, such as $.id, or $[0].id in the list that a stream is."),
                        Key.text(METADATA, "The name of metadata of the answer.")),
                "status: NOT_FOUND");
    }

    /** Whether a step reads the messages of its answer. */
    static boolean readMessages(Section step) {
        return mentions(step, Set.of(JSON));
    }

    @Override
    public List<Rule<GrpcAnswer>> rules(Section section, Scope scope) {
        List<Rule<GrpcAnswer>> rules = new ArrayList<>();
        if (section.has(STATUS)) {
            Set<Status.Code> wanted = statuses(section);
            rules.add((answer, _) -> wanted.contains(answer.status().getCode()) ? null : failure(answer.status()));
        }
        addConditions(JSON, section, scope, rules);
        addConditions(METADATA, section, scope, rules);
        if (section.has("messages")) {
            Span span = section.span("messages", new Span(0, Long.MAX_VALUE), Long.MIN_VALUE, Long.MAX_VALUE);
            rules.add((answer, _) -> span.contains(answer.count())
                    ? null
                    : Outcome.error("check-messages", "the answer has " + answer.count() + " messages, not " + span));
        }
        return rules;
    }

    /** The outcome of a call whose status is an error. */
    static Outcome failure(Status status) {
        return Outcome.error(GrpcAnswer.errorClass(status), GrpcAnswer.sentence(status));
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

    @Override
    protected @Nullable Finder<GrpcAnswer> finder(String kind, String text, Section where, String key) {
        if (kind.equals(JSON)) {
            JsonPath path = JsonPath.compile(text, where, key);
            return path == null ? null : answer -> path.find(answer.json(), 0, answer.json().length);
        }
        requireMetadata(text, where, key);
        return answer -> answer.metadata(text);
    }

    /** Reports a name of metadata that is not possible. */
    static void requireMetadata(String name, Section where, String key) {
        String wrong = GrpcMetadata.problem(name, "");
        if (!wrong.isEmpty()) {
            where.problem(key, wrong, "Use small letters, digits, hyphens, underscores and dots.");
        }
    }
}
