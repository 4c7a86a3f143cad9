// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import java.util.List;
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
import org.plateaubench.scenario.value.Values;

/** The steps inside of an open stream, of which a user has one at a time. */
final class GrpcStreamSteps {
    static final String OPEN = "open";
    static final String SEND = "send";
    static final String RECEIVE = "receive";
    private static final String CLOSE = "close";
    private static final String UNTIL = "until";

    /** The keys of receiving. */
    static final List<Key> RECEIVE_KEYS = List.of(
            Key.section(
                    UNTIL,
                    "What holds for the message that is awaited; others are skipped.",
                    GrpcAnswers.MESSAGE_RULES),
            Key.section(
                    AnswerKeys.CHECK,
                    "What must hold for that message; otherwise it is an error.",
                    GrpcAnswers.MESSAGE_RULES),
            Key.mapping(AnswerKeys.EXTRACT, "Variables by name, each with what is found in the message."));

    /** The kinds of steps but the one that opens, which has the keys of calls. */
    static final List<StepType> TYPES = List.of(
            new StepType(Key.any(SEND, "Sends a message in the open stream: a mapping, or a JSON text."), List.of()),
            new StepType(Key.text(RECEIVE, "Waits for a message, at most this time, such as 5s."), RECEIVE_KEYS),
            new StepType(
                    Key.text(CLOSE, "Ends the stream and waits for its status, at most this time."),
                    GrpcAnswers.ANSWERS.keys()));

    private GrpcStreamSteps() {}

    /** Sends a message of a method. */
    private record Send(GrpcCall message) implements Action<GrpcClient> {
        @Override
        public String description() {
            return SEND;
        }

        @Override
        public void prepare(Values values, GrpcClient client) throws StepFailure {
            client.prepare(message.messages(values));
        }

        @Override
        public Outcome run(Values values, GrpcClient client) throws StepFailure {
            byte[] bytes = client.messages().getFirst();
            if (client.trace() != null) {
                tell(client, "> ", message.shown(bytes));
            }
            client.stream(message.method()).send(bytes);
            client.countSent();
            return Outcome.ok();
        }
    }

    /** Waits for a message. */
    private record Receive(
            GrpcCall call, long nanos, List<Rule<GrpcAnswer>> until, Expectations<GrpcAnswer> expectations)
            implements Action<GrpcClient> {
        @Override
        public String description() {
            return RECEIVE;
        }

        @Override
        public Answers verified() {
            return Action.verified(!expectations.rules().isEmpty() || !until.isEmpty(), "{ json: { $.id: '> 0' } }");
        }

        @Override
        public Outcome run(Values values, GrpcClient client) throws Exception {
            long deadline = System.nanoTime() + nanos;
            GrpcAnswer answer;
            do {
                answer = call.describedAlone(client.stream(call.method()).receive(deadline - System.nanoTime()));
                client.countReceived();
                if (client.trace() != null) {
                    tell(client, "< ", answer.text());
                }
            } while (Expectations.broken(until, answer, values) != null);
            return judged(expectations, answer, null, values, client);
        }
    }

    /** Ends the stream. */
    private record Close(GrpcCall call, long nanos, boolean anyStatus, Expectations<GrpcAnswer> expectations)
            implements Action<GrpcClient> {
        @Override
        public String description() {
            return CLOSE;
        }

        @Override
        public Outcome run(Values values, GrpcClient client) throws Exception {
            GrpcAnswer answer = call.described(client.stream(call.method()).close(nanos));
            client.forgetStream();
            tell(client, "< ", GrpcAnswer.sentence(answer.status()));
            Outcome failure = anyStatus || answer.status().isOk() ? null : GrpcAnswers.failure(answer.status());
            return judged(expectations, answer, failure, values, client);
        }
    }

    static void tell(GrpcClient client, String direction, String text) {
        Consumer<String> trace = client.trace();
        if (trace != null) {
            trace.accept(direction + text);
        }
    }

    static Outcome judged(
            Expectations<GrpcAnswer> expectations,
            GrpcAnswer answer,
            @Nullable Outcome failure,
            Values values,
            GrpcClient client)
            throws StepFailure {
        Outcome outcome = expectations.judge(answer, failure, values);
        Consumer<String> trace = client.trace();
        if (trace != null) {
            expectations.tell(outcome, values, trace);
        }
        return outcome;
    }

    /**
     * Compiles a step of {@link #TYPES}.
     *
     * @param call the method of the stream that the steps before it have opened, with the message that is sent
     */
    static Action<GrpcClient> compile(String type, GrpcCall call, Section step, Scope scope) {
        return switch (type) {
            case SEND -> new Send(call);
            case RECEIVE -> {
                Section until = step.section(UNTIL);
                until.allow(GrpcAnswers.MESSAGE_RULES);
                yield new Receive(
                        call,
                        step.nanos(type).orElse(0L),
                        GrpcAnswers.OF_MESSAGES.rules(until, scope),
                        GrpcAnswers.OF_MESSAGES.read(step, scope));
            }
            default ->
                new Close(
                        call,
                        step.nanos(type).orElse(0L),
                        AnswerKeys.checks(step, GrpcAnswers.STATUS),
                        GrpcAnswers.ANSWERS.read(step, scope));
        };
    }
}
