// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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
import org.plateaubench.scenario.value.StepFailure;

/** The rules and extractions of steps for answers to calls. */
final class GrpcAnswers extends AnswerKeys<GrpcAnswers.GrpcAnswer> {
    static final String STATUS = "status";
    private static final String JSON = "json";
    private static final String METADATA = "metadata";

    private static final List<Key> RULES = List.of(
            Key.any(STATUS, "The status, such as NOT_FOUND, or a list of these; OK by default."),
            Key.mapping(JSON, "Conditions on values of the answer as JSON by path, such as $.count: '>= 1'."),
            Key.mapping(METADATA, "Conditions on metadata of the answer by name."),
            Key.text("messages", "Number of messages of a stream, such as 1..10."));

    static final GrpcAnswers ANSWERS = new GrpcAnswers();

    private GrpcAnswers() {
        super(
                RULES,
                List.of(),
                List.of(
                        Key.text(JSON, "A JSON path, such as $.id, or $[0].id in the list that a stream is."),
                        Key.text(METADATA, "The name of metadata of the answer.")),
                "status: NOT_FOUND");
    }

    static boolean readsMessages(Section step) {
        return mentions(step, Set.of(JSON));
    }

    @Override
    public List<Rule<GrpcAnswer>> rules(Section section, Scope scope) {
        List<Rule<GrpcAnswer>> rules = new ArrayList<>();
        if (section.has(STATUS)) {
            Set<Status.Code> expected = statuses(section);
            rules.add((answer, _) ->
                    expected.contains(answer.status().getCode()) ? null : GrpcAnswer.failure(answer.status()));
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
    protected @Nullable Finder<GrpcAnswer> finder(String kind, String text, Section section, String key) {
        if (kind.equals(JSON)) {
            JsonPath path = JsonPath.compile(text, section, key);
            return path == null ? null : answer -> path.find(answer.json(), 0, answer.json().length);
        }
        String problem = problem(text, "");
        if (!problem.isEmpty()) {
            section.problem(key, problem, "Use lowercase letters, digits, hyphens, underscores and dots.");
            return null;
        }
        Metadata.Key<String> name = metadata(text);
        return answer -> answer.metadata(name);
    }

    static Metadata.Key<String> metadata(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    /** Adds metadata; throws IllegalArgumentException with a clause if the name or the value is not possible. */
    static void put(Metadata metadata, String name, String value) {
        if (!value.chars().allMatch(each -> each >= ' ' && each <= '~')) {
            throw new IllegalArgumentException("its value is not printable ASCII");
        }
        metadata.put(metadata(name), value);
    }

    /** Returns the problem of a name or value of metadata, a sentence; empty for none. */
    static String problem(String name, String value) {
        try {
            put(new Metadata(), name, value);
            return "";
        } catch (IllegalArgumentException e) {
            return "'" + name + "' cannot be sent as metadata: " + e.getMessage() + ".";
        }
    }

    /** The answer to a call: its status, its metadata and its messages, which are converted to JSON on first use. */
    static final class GrpcAnswer {
        private final Status status;
        private final Metadata metadata;
        private final int count;
        private final List<byte[]> messages;
        private @Nullable Reader reader;
        private byte @Nullable [] json;

        /** An answer with the metadata before and after the messages, and the messages if they were kept. */
        GrpcAnswer(Status status, Metadata metadata, int count, List<byte[]> messages) {
            this.status = status;
            this.metadata = metadata;
            this.count = count;
            this.messages = messages;
        }

        /** Converts messages to text. */
        @FunctionalInterface
        interface Reader {
            String text(List<byte[]> messages) throws StepFailure;
        }

        GrpcAnswer withReader(Reader newReader) {
            reader = newReader;
            return this;
        }

        Status status() {
            return status;
        }

        int count() {
            return count;
        }

        List<byte[]> messages() {
            return messages;
        }

        @Nullable
        String metadata(Metadata.Key<String> name) {
            return metadata.get(name);
        }

        /** The message as JSON of UTF-8; a list of all messages of a stream. Empty if there is none. */
        byte[] json() throws StepFailure {
            byte[] result = json;
            if (result == null) {
                result = text().getBytes(StandardCharsets.UTF_8);
                json = result;
            }
            return result;
        }

        String text() throws StepFailure {
            return Objects.requireNonNull(reader).text(messages);
        }

        static Outcome failure(Status status) {
            return Outcome.error(errorClass(status), describe(status));
        }

        /** The error class of a status, such as {@code status-not-found}. */
        static String errorClass(Status status) {
            return "status-" + status.getCode().name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static String describe(Status status) {
            Throwable cause = status.getCause();
            while (cause != null && cause.getCause() != null) {
                cause = cause.getCause();
            }
            String description = status.getDescription();
            String reason = cause != null && cause.getMessage() != null
                    ? cause.getMessage()
                    : description == null ? "" : description.lines().findFirst().orElse("");
            return status.getCode() + (reason.isEmpty() ? "" : ": " + reason);
        }
    }
}
