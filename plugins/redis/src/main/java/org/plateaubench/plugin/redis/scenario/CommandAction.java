// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * One command or several in a pipeline, and what is expected of the reply.
 *
 * @param description the commands as written
 * @param commands the commands
 * @param isPipeline whether the replies are a list, even if there is one
 * @param expectations what must hold for the reply
 */
record CommandAction(
        String description, List<CommandTexts> commands, boolean isPipeline, Expectations<Reply> expectations)
        implements Action<CommandClient> {

    @Override
    public boolean isChecked() {
        return !expectations.rules().isEmpty();
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
        Reply reply = new Reply(isPipeline ? client.pipeline() : client.single());
        String error = reply.error();
        Outcome outcome = expectations.judge(reply, error == null ? null : RedisFailure.outcome(error), values);
        Consumer<String> trace = client.trace();
        if (trace != null) {
            expectations.tell(outcome, values, trace);
        }
        return outcome;
    }
}
