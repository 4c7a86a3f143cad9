// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * One call and what is expected of its answer.
 *
 * @param call method and messages
 * @param metadata metadata by name
 * @param deadlineNanos time for the whole call; 0 for none
 * @param answers number of messages after which the call is ended
 * @param anyStatus whether a rule decides about the status
 * @param rules what must hold
 * @param refusal the outcome of an expected refusal
 * @param refusalRules the rules by which such a refusal is recognised; empty for none
 * @param extractions variables that are set
 * @param needsMessages whether the messages of the answer are read
 */
record GrpcAction(
        GrpcCall call,
        Map<String, Template> metadata,
        long deadlineNanos,
        int answers,
        boolean anyStatus,
        List<GrpcRule> rules,
        Outcome refusal,
        List<GrpcRule> refusalRules,
        List<GrpcExtraction> extractions,
        boolean needsMessages)
        implements Action<GrpcClient> {

    @Override
    public String description() {
        return call.name().substring(call.service().lastIndexOf('.') + 1);
    }

    @Override
    public boolean isChecked() {
        return !rules.isEmpty();
    }

    @Override
    public void prepare(Values values, GrpcClient client) throws StepFailure {
        Metadata headers = new Metadata();
        for (Map.Entry<String, Template> each : metadata.entrySet()) {
            headers.put(
                    Metadata.Key.of(each.getKey(), Metadata.ASCII_STRING_MARSHALLER),
                    each.getValue().text(values));
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
        if (trace != null) {
            trace.accept("< " + GrpcAnswer.sentence(answer.status()));
            if (!answer.messages().isEmpty()) {
                trace.accept("< " + answer.text());
            }
        }
        Outcome outcome = judged(answer, values, client);
        if (trace != null && outcome.kind() == OutcomeKind.OK) {
            if (!rules.isEmpty()) {
                trace.accept(rules.size() == 1 ? "the check holds" : "all " + rules.size() + " checks hold");
            }
            extractions.forEach(each -> trace.accept(each.name() + " = " + values.variable(each.slot())));
        }
        return outcome;
    }

    private Outcome judged(GrpcAnswer answer, Values values, GrpcClient client) throws StepFailure {
        if (!refusalRules.isEmpty() && firstWrong(refusalRules, answer, values) == null) {
            return refusal;
        }
        Status status = answer.status();
        if (status.getCode() == Status.Code.UNAVAILABLE && client.isLost()) {
            return Outcome.connectionLost(GrpcAnswer.errorClass(status), GrpcAnswer.sentence(status));
        }
        if (!anyStatus && !status.isOk()) {
            return status(status);
        }
        Outcome wrong = firstWrong(rules, answer, values);
        if (wrong != null) {
            return wrong;
        }
        for (GrpcExtraction extraction : extractions) {
            extraction.take(answer, values);
        }
        return Outcome.ok();
    }

    private static @Nullable Outcome firstWrong(List<GrpcRule> rules, GrpcAnswer answer, Values values)
            throws StepFailure {
        for (GrpcRule rule : rules) {
            String wrong = rule.test().wrong(answer, values);
            if (wrong != null) {
                return rule.errorClass().isEmpty() ? status(answer.status()) : Outcome.error(rule.errorClass(), wrong);
            }
        }
        return null;
    }

    private static Outcome status(Status status) {
        return Outcome.error(GrpcAnswer.errorClass(status), GrpcAnswer.sentence(status));
    }
}
