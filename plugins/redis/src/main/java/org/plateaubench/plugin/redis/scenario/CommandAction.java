// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * One command or several in a pipeline, and what is expected of the reply.
 *
 * @param description the commands as written
 * @param commands the commands
 * @param isPipeline whether the replies are a list, even if there is one
 * @param rules what must hold
 * @param refusal the outcome of an expected refusal
 * @param refusalRules the rules by which such a refusal is recognised; empty for none
 * @param extractions variables that are set
 */
record CommandAction(
        String description,
        List<CommandTexts> commands,
        boolean isPipeline,
        List<ReplyRule> rules,
        Outcome refusal,
        List<ReplyRule> refusalRules,
        List<ReplyExtraction> extractions)
        implements Action<CommandClient> {

    @Override
    public boolean isChecked() {
        return !rules.isEmpty();
    }

    @Override
    public void prepare(Values values, CommandClient client) throws StepFailure {
        List<List<byte[]>> built = new ArrayList<>(commands.size());
        for (CommandTexts command : commands) {
            built.add(command.bytes(values));
        }
        client.prepare(built);
    }

    @Override
    public Outcome run(Values values, CommandClient client) throws StepFailure {
        Object reply = isPipeline ? client.pipeline() : client.single();
        Outcome outcome = judged(reply, values);
        Consumer<String> trace = client.trace();
        if (trace != null && outcome.kind() == OutcomeKind.OK) {
            if (!rules.isEmpty()) {
                trace.accept(rules.size() == 1 ? "the check holds" : "all " + rules.size() + " checks hold");
            }
            extractions.forEach(each -> trace.accept(each.name() + " = " + values.variable(each.slot())));
        }
        return outcome;
    }

    private Outcome judged(@Nullable Object reply, Values values) throws StepFailure {
        if (!refusalRules.isEmpty() && firstWrong(refusalRules, reply, values) == null) {
            return refusal;
        }
        String error = Reply.error(reply);
        if (error != null) {
            return RedisFailure.outcome(error);
        }
        Outcome wrong = firstWrong(rules, reply, values);
        if (wrong != null) {
            return wrong;
        }
        for (ReplyExtraction extraction : extractions) {
            extraction.take(reply, values);
        }
        return Outcome.ok();
    }

    private static @Nullable Outcome firstWrong(List<ReplyRule> rules, @Nullable Object reply, Values values)
            throws StepFailure {
        for (ReplyRule rule : rules) {
            String wrong = rule.wrong(reply, values);
            if (wrong != null) {
                return Outcome.error(rule.errorClass(), wrong);
            }
        }
        return null;
    }
}
