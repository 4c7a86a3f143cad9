// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;

/** The steps of Redis: a command, or several in a pipeline. */
final class CommandProtocol implements Protocol<CommandClient> {
    private static final String COMMAND = "command";
    private static final String PIPELINE = "pipeline";

    private final CommandRules commands;

    CommandProtocol(List<String> allowed) {
        commands = new CommandRules(allowed);
    }

    @Override
    public List<StepType> stepTypes() {
        return List.of(
                new StepType(
                        Key.any(COMMAND, "Sends a command: a text such as GET user:1, or a list of the arguments."),
                        ReplyAnswers.ANSWERS.keys()),
                new StepType(
                        Key.list(PIPELINE, "Sends several commands at once; the reply is the list of their replies."),
                        ReplyAnswers.ANSWERS.keys()));
    }

    @Override
    public Action<CommandClient> compile(String type, Section step, Scope scope) {
        boolean isPipeline = type.equals(PIPELINE);
        List<CommandTexts> read = new ArrayList<>();
        if (!isPipeline) {
            read.add(CommandTexts.read(step.value(type), commands, scope, step, type));
        } else if (step.value(type) instanceof List<?> list && !list.isEmpty()) {
            list.forEach(each -> read.add(CommandTexts.read(each, commands, scope, step, type)));
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
