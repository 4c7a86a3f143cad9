// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;

/** The steps of Redis: a command, or several in a pipeline. */
record CommandProtocol(CommandRules commands) implements Protocol<CommandClient> {
    private static final String COMMAND = "command";
    private static final String PIPELINE = "pipeline";
    private static final String CHECK = "check";
    private static final String DECLINED = "declined";

    /** The keys of both kinds of steps. */
    static final List<Key> KEYS = List.of(
            new Key(
                    "extract",
                    "A variable for the whole reply, or variables by name.",
                    Map.of(
                            "type",
                            List.of("string", "object"),
                            "additionalProperties",
                            Key.object(ReplyExtraction.KEYS))),
            new Key(
                    CHECK,
                    "What must hold for the reply, or a list of these; otherwise it is an error.",
                    Map.of(
                            "anyOf",
                            List.of(
                                    Key.object(ReplyRule.KEYS),
                                    Map.of("type", "array", "items", Key.object(ReplyRule.KEYS))))),
            Key.section(DECLINED, "Conditions of a reply that is an expected refusal, no error.", ReplyRule.REFUSAL));

    @Override
    public List<StepType> stepTypes() {
        return List.of(
                new StepType(
                        Key.any(COMMAND, "Sends a command: a text such as GET user:1, or a list of the arguments."),
                        KEYS),
                new StepType(
                        Key.list(PIPELINE, "Sends several commands at once; the reply is the list of their replies."),
                        KEYS));
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
        List<ReplyRule> rules = new ArrayList<>();
        boolean several = step.value(CHECK) instanceof List;
        for (Section check : several ? step.sections(CHECK) : List.of(step.section(CHECK))) {
            check.allow(ReplyRule.KEYS);
            rules.addAll(ReplyRule.read(check, scope));
        }
        Section declined = step.section(DECLINED);
        declined.allow(ReplyRule.REFUSAL);
        List<ReplyRule> refusalRules = ReplyRule.read(declined, scope);
        if (step.has(DECLINED) && refusalRules.isEmpty()) {
            step.problem(DECLINED, "Nothing says which replies are refusals.", "Add exists: false, for example.");
        }
        return new CommandAction(
                read.stream().map(CommandTexts::written).collect(Collectors.joining(", ")),
                List.copyOf(read),
                isPipeline,
                List.copyOf(rules),
                Outcome.declined(declined.reason("refused")),
                refusalRules,
                ReplyExtraction.read(step, scope));
    }
}
