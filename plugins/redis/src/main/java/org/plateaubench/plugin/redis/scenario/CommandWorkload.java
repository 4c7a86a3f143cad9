// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.plateaubench.api.Answers;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.redis.client.RedisAccess;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.scenario.CommandClient.CommandTexts;
import org.plateaubench.plugin.redis.scenario.ReplyAnswers.Reply;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.ScenarioWorkload;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;
import org.plateaubench.spi.WorkloadContext;

/** Commands of a scenario to Redis. */
public final class CommandWorkload
        extends ScenarioWorkload<CommandWorkload.ScenarioParameters, CommandClient, CommandWorkload.CommandProtocol> {
    public CommandWorkload() {
        super(
                "scenario",
                "Sends the commands of a scenario to Redis and checks the replies.",
                ScenarioParameters.class,
                "steps",
                new CommandProtocol(List.of()));
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    protected Map<String, Object> tree(ScenarioParameters parameters) {
        return parameters.scenario();
    }

    @Override
    protected CommandProtocol protocol(ScenarioParameters parameters) {
        return new CommandProtocol(parameters.allowCommands());
    }

    @Override
    protected List<MeasureDefinition> measures(CommandProtocol protocol) {
        return CommandClient.measures();
    }

    @Override
    protected Clients<CommandClient> clients(WorkloadContext<ScenarioParameters> context, CommandProtocol protocol)
            throws IOException {
        RedisAddress address = RedisAddress.of(context.requiredSut());
        List<Target> targets = Targets.of(address, false);
        RedisAccess access = new RedisAccess(
                address, address.protocol(), context.parameters().connectTimeout());
        return user -> new CommandClient(targets.get(user.user() % targets.size()), access, user);
    }

    public record ScenarioParameters(
            @Parameter(description = "What users do: flows, steps and data.", defaultValue = "required")
            Map<String, Object> scenario,

            @Parameter(
                    description =
                            "Commands that are refused unless they are named here: those that remove whole data sets"
                                    + " or change the server, and scripts.",
                    defaultValue = "[]",
                    reach = Reach.SETTINGS)
            List<String> allowCommands,

            @Parameter(
                    description = "How long a connection may take to be ready.",
                    defaultValue = "5s",
                    min = 1,
                    max = 600_000)
            Duration connectTimeout) {

        public ScenarioParameters {
            allowCommands = List.copyOf(allowCommands);
        }
    }

    /** The steps of Redis: a command, or several in a pipeline. */
    static final class CommandProtocol implements Protocol<CommandClient> {
        private static final String COMMAND = "command";
        private static final String PIPELINE = "pipeline";

        private final Set<String> allowed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

        CommandProtocol(List<String> allowed) {
            this.allowed.addAll(allowed);
        }

        @Override
        public List<StepType> stepTypes() {
            return List.of(
                    new StepType(
                            Key.any(COMMAND, "Sends a command: a text such as GET user:1, or a list of the arguments."),
                            ReplyAnswers.ANSWERS.keys()),
                    new StepType(
                            Key.list(PIPELINE, "Sends commands at once; the reply is the list of their replies."),
                            ReplyAnswers.ANSWERS.keys()));
        }

        @Override
        public Action<CommandClient> compile(String type, Section step, Scope scope) {
            boolean isPipeline = type.equals(PIPELINE);
            List<CommandTexts> read = new ArrayList<>();
            if (!isPipeline) {
                read.add(CommandTexts.read(step.value(type), allowed, scope, step, type));
            } else if (step.value(type) instanceof List<?> list && !list.isEmpty()) {
                list.forEach(each -> read.add(CommandTexts.read(each, allowed, scope, step, type)));
            } else {
                step.problem(type, "'" + type + "' must be a list of commands.", "Begin each command with '-'.");
            }
            return new CommandAction(
                    read.stream().map(CommandTexts::written).collect(Collectors.joining(", ")),
                    List.copyOf(read),
                    isPipeline,
                    ReplyAnswers.ANSWERS.read(step, scope));
        }
    }

    /** One command or several; the replies of a pipeline are a list, even if there is one. */
    private record CommandAction(
            String description, List<CommandTexts> commands, boolean isPipeline, Expectations<Reply> expectations)
            implements Action<CommandClient> {

        @Override
        public Answers verified() {
            return Action.verified(!expectations.rules().isEmpty(), "{ exists: true }");
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
            Reply reply = client.send(isPipeline);
            String error = reply.error();
            Outcome outcome = expectations.judge(reply, error == null ? null : RedisFailure.outcome(error), values);
            Consumer<String> trace = client.trace();
            if (trace != null) {
                expectations.traceChecks(outcome, values, trace);
            }
            return outcome;
        }
    }
}
