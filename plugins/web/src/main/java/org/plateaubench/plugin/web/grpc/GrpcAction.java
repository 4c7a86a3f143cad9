// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * One call and what is expected of its answer.
 *
 * @param call method and messages
 * @param deadlineNanos time for the whole call; 0 for none
 * @param answers number of messages after which the call is ended
 * @param anyStatus whether a rule decides about the status
 * @param needsMessages whether the messages of the answer are read
 */
record GrpcAction(
        GrpcCall call,
        Map<String, Template> metadata,
        long deadlineNanos,
        int answers,
        boolean anyStatus,
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
        client.prepare(
                new GrpcClient.Request(
                        call.method(), headers, deadlineNanos, answers, needsMessages || client.trace() != null),
                call.messages(values));
    }

    @Override
    public Outcome run(Values values, GrpcClient client) throws StepFailure {
        Consumer<String> trace = client.trace();
        if (trace != null) {
            trace.accept("> " + call.name());
            client.messages().forEach(message -> trace.accept("> " + call.shown(message)));
        }
        GrpcAnswer answer = call.described(client.exchange());
        Outcome outcome = expectations.judge(answer, failure(answer.status(), client), values);
        if (trace != null) {
            trace.accept("< " + GrpcAnswer.sentence(answer.status()));
            if (!answer.messages().isEmpty()) {
                trace.accept("< " + answer.text());
            }
            expectations.tell(outcome, values, trace);
        }
        return outcome;
    }

    private @Nullable Outcome failure(Status status, GrpcClient client) {
        if (status.getCode() == Status.Code.UNAVAILABLE && client.isLost()) {
            return Outcome.connectionLost(GrpcAnswer.errorClass(status), GrpcAnswer.sentence(status));
        }
        return anyStatus || status.isOk() ? null : GrpcAnswer.failure(status);
    }
}
