// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.Expectations.Rule;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** The steps of WebSockets and of server-sent events; a user has one stream open at a time. */
final class StreamSteps {
    static final String WEBSOCKET = "websocket";
    static final String EVENTS = "events";
    private static final String SEND = "send";
    private static final String RECEIVE = "receive";
    private static final String CLOSE = "close";
    private static final String UNTIL = "until";

    static final List<Key> RECEIVE_KEYS = List.of(
            Key.text("event", "Name of the event that is awaited; others are skipped."),
            Key.section(
                    UNTIL, "Conditions of the awaited message; other messages are skipped.", WebAnswers.MESSAGE_RULES),
            Key.section(
                    AnswerKeys.CHECK,
                    "Conditions that this message must meet; otherwise it is an error.",
                    WebAnswers.MESSAGE_RULES),
            Key.mapping(AnswerKeys.EXTRACT, "Variables by name, each with css, json or regex."));

    /** The kinds of steps, except those that open a stream, which have the keys of requests. */
    static final List<StepType> TYPES = List.of(
            new StepType(Key.any(SEND, "Sends a message: a text, or a mapping or list as JSON."), List.of()),
            new StepType(Key.text(RECEIVE, "Waits for a message, at most this time, such as 5s."), RECEIVE_KEYS),
            new StepType(Key.text(CLOSE, "Closes the WebSocket with this reason, or ends the events."), List.of()));

    private StreamSteps() {}

    record Open(WebRequest request, boolean isSocket, String protocol) implements Action<WebClient> {
        @Override
        public String description() {
            return request.description();
        }

        @Override
        public void prepare(Values values, WebClient client) throws StepFailure {
            request.prepare(values, client, true);
        }

        @Override
        public Outcome run(Values values, WebClient client) throws Exception {
            client.openStream(isSocket, protocol);
            return Outcome.ok();
        }
    }

    private record Send(Template text, Template.@Nullable Encoder encoder) implements Action<WebClient> {
        @Override
        public String description() {
            return SEND;
        }

        @Override
        public void prepare(Values values, WebClient client) throws StepFailure {
            StringBuilder out = client.buffer();
            if (encoder == null) {
                text.append(values, out);
            } else {
                text.append(values, out, encoder);
            }
        }

        @Override
        public Outcome run(Values values, WebClient client) throws Exception {
            client.sendMessage();
            return Outcome.ok();
        }
    }

    private record Receive(
            long nanos,
            @Nullable Template event,
            List<Rule<WebAnswer>> untilRules,
            Expectations<WebAnswer> expectations)
            implements Action<WebClient> {
        @Override
        public String description() {
            return RECEIVE;
        }

        @Override
        public Answers verified() {
            return Action.verified(
                    !expectations.rules().isEmpty() || !untilRules.isEmpty(), "{ contains: a text of the message }");
        }

        @Override
        public Outcome run(Values values, WebClient client) throws Exception {
            long deadlineNanos = client.nanoTime() + nanos;
            try {
                String name = client.receiveMessage(deadlineNanos);
                while ((event != null && !name.equals(event.text(values)))
                        || Expectations.violation(untilRules, client.answer(), values) != null) {
                    name = client.receiveMessage(deadlineNanos);
                }
                Outcome outcome = expectations.judge(client.answer(), null, values);
                Consumer<String> trace = client.trace();
                if (trace != null) {
                    expectations.traceChecks(outcome, values, trace);
                }
                return outcome;
            } finally {
                client.answer().clear();
            }
        }
    }

    private record Close(Template reason) implements Action<WebClient> {
        @Override
        public String description() {
            return CLOSE;
        }

        @Override
        public Outcome run(Values values, WebClient client) throws Exception {
            client.closeStream(reason.text(values));
            return Outcome.ok();
        }
    }

    /** Compiles a step of {@link #TYPES}. */
    static Action<WebClient> compile(String type, Section step, Scope scope) {
        return switch (type) {
            case SEND -> {
                boolean isTree = step.value(type) instanceof Map || step.value(type) instanceof List;
                String text = isTree ? Body.json(step.value(type)) : step.requiredText(type);
                yield new Send(scope.template(text, step, type), isTree ? Encoding::json : null);
            }
            case RECEIVE -> {
                Section untilSection = step.section(UNTIL);
                untilSection.allow(WebAnswers.MESSAGE_RULES);
                Template event = step.has("event") ? scope.template(step.requiredText("event"), step, "event") : null;
                yield new Receive(
                        step.nanos(type).orElse(0L),
                        event,
                        WebAnswers.OF_MESSAGES.rules(untilSection, scope),
                        WebAnswers.OF_MESSAGES.read(step, scope));
            }
            default -> new Close(scope.template(step.requiredText(type), step, type));
        };
    }
}
