// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.web.grpc.GrpcAnswers.GrpcAnswer;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** The step type of gRPC, a call. Collects the calls of one scenario until their methods are known. */
final class GrpcProtocol implements Protocol<GrpcClient> {
    private static final String ANSWERS = "answers";
    private static final String METADATA = "metadata";
    private static final String DEADLINE = "deadline";
    private static final int MAX_ANSWERS = 1_000_000;

    static final List<Key> KEYS = Stream.concat(
                    Stream.of(
                            Key.any(
                                    GrpcCall.MESSAGE,
                                    "The message: a mapping of its fields, or a JSON text; empty by default."),
                            Key.list(GrpcCall.MESSAGES, "The messages of a method that takes a stream."),
                            Key.mapping(METADATA, "Metadata by name."),
                            Key.text(
                                    DEADLINE,
                                    "Time limit of the whole call, which is also sent to the server; none by default."),
                            Key.number(
                                    ANSWERS,
                                    "Number of messages of an answer after which a stream is ended by the user.")),
                    GrpcAnswers.ANSWERS.keys().stream())
            .toList();

    private final Map<String, String> metadata;
    private final List<GrpcCall> calls = new ArrayList<>();

    /** Creates the protocol of a scenario; the metadata is sent with every call. */
    GrpcProtocol(Map<String, String> metadata) {
        this.metadata = metadata;
    }

    @Override
    public List<StepType> stepTypes() {
        return List.of(new StepType(Key.text(GrpcCall.CALL, "Calls a method, such as shop.Orders/Place."), KEYS));
    }

    Set<String> services() {
        Set<String> services = new TreeSet<>();
        calls.forEach(call -> services.add(call.service()));
        return services;
    }

    /** Sets the descriptions of the methods, and returns the problems of the calls. */
    List<Finding> bind(GrpcTypes types) {
        return calls.stream().flatMap(call -> call.bind(types).stream()).toList();
    }

    @Override
    public Action<GrpcClient> compile(String type, Section step, Scope scope) {
        GrpcCall call = GrpcCall.read(step, scope);
        calls.add(call);
        return new GrpcAction(
                call,
                metadata(step.section(METADATA), scope),
                step.nanos(DEADLINE).orElse(0L),
                (int) step.span(ANSWERS, new Span(Integer.MAX_VALUE, Integer.MAX_VALUE), 1, MAX_ANSWERS)
                        .max(),
                AnswerKeys.checks(step, GrpcAnswers.STATUS),
                GrpcAnswers.ANSWERS.read(step, scope),
                GrpcAnswers.readsMessages(step));
    }

    private Map<String, Template> metadata(Section section, Scope scope) {
        Map<String, Template> result = new TreeMap<>();
        metadata.forEach((name, value) -> result.put(name, Template.of(value)));
        for (String name : section.names()) {
            Template value = scope.template(section.requiredText(name), section, name);
            String constant = value.constant();
            String problem = GrpcAnswers.problem(name, constant == null ? "" : constant);
            if (!problem.isEmpty()) {
                section.problem(name, problem, "Correct or remove it.");
            }
            result.put(name, value);
        }
        return result;
    }

    /**
     * One call and the expectations for its answer.
     *
     * @param call method and messages
     * @param deadlineNanos time for the whole call; 0 for none
     * @param maxMessages number of response messages after which the call is cancelled
     * @param checksStatus whether a rule checks the status; if not, a status other than OK is an error
     * @param needsMessages whether the response messages are read
     */
    record GrpcAction(
            GrpcCall call,
            Map<String, Template> metadata,
            long deadlineNanos,
            int maxMessages,
            boolean checksStatus,
            Expectations<GrpcAnswer> expectations,
            boolean needsMessages)
            implements Action<GrpcClient> {

        @Override
        public String description() {
            return call.name().substring(call.service().lastIndexOf('.') + 1);
        }

        @Override
        public Answers verified() {
            return Action.verified(!expectations.rules().isEmpty(), "{ json: { $.id: '> 0' } }");
        }

        @Override
        public void prepare(Values values, GrpcClient client) throws StepFailure {
            Metadata headers = new Metadata();
            for (Map.Entry<String, Template> each : metadata.entrySet()) {
                String value = each.getValue().text(values);
                try {
                    GrpcAnswers.put(headers, each.getKey(), value);
                } catch (IllegalArgumentException e) {
                    throw StepFailure.error("metadata", each.getKey() + " cannot be sent: " + e.getMessage());
                }
            }
            client.prepare(new GrpcClient.Request(
                    call.method(),
                    headers,
                    call.messages(values),
                    deadlineNanos,
                    maxMessages,
                    needsMessages || client.trace() != null));
        }

        @Override
        public Outcome run(Values values, GrpcClient client) throws StepFailure {
            Consumer<String> trace = client.trace();
            if (trace != null) {
                trace.accept("> " + call.name());
                client.request().messages().forEach(message -> trace.accept("> " + call.requestJson(message)));
            }
            GrpcAnswer answer = client.exchange(client.request()).withReader(call::responseJson);
            Outcome outcome = expectations.judge(answer, failure(answer.status(), client), values);
            if (trace != null) {
                trace.accept("< " + GrpcAnswer.describe(answer.status()));
                if (!answer.messages().isEmpty()) {
                    trace.accept("< " + answer.text());
                }
                expectations.traceChecks(outcome, values, trace);
            }
            return outcome;
        }

        private @Nullable Outcome failure(Status status, GrpcClient client) {
            if (status.getCode() == Status.Code.UNAVAILABLE && client.isLost()) {
                return Outcome.connectionLost(GrpcAnswer.errorClass(status), GrpcAnswer.describe(status));
            }
            return checksStatus || status.isOk() ? null : GrpcAnswer.failure(status);
        }
    }
}
