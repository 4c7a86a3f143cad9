// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.Template;

/** The step that runs a program. Collects what the programs of one scenario measure while it is read. */
final class ToolProtocol implements Protocol<ToolClient> {
    private static final String RUN = "run";
    private static final String FIGURES = "figures";
    private static final String TIMES = "times";
    private static final String LEVELS = "levels";
    private static final String ENVIRONMENT = "environment";
    private static final String VERSIONS = "versions";
    private static final String SECONDS = "seconds";

    private static final Key RUNS_PROGRAM = Key.any(
            RUN,
            "Runs a program: a list of its name and arguments, or a text for the shell. ${seconds} is the time that is"
                    + " left in the phase; after a steady phase with it the user has done its work.");

    static final List<Key> KEYS = List.of(
            Key.mapping(ENVIRONMENT, "Variables of its environment. LC_ALL is C unless it is given."),
            new Key(
                    FIGURES,
                    "Numbers in its output by name.",
                    Map.of("type", "object", "additionalProperties", Key.object(Measured.FIGURE))),
            new Key(
                    TIMES,
                    "Distributions of times in its output by name.",
                    Map.of("type", "object", "additionalProperties", Key.object(Measured.TIMES))),
            new Key(
                    LEVELS,
                    "Numbers that it prints again and again, by name.",
                    Map.of("type", "object", "additionalProperties", Key.object(Measured.LEVEL))),
            new Key(
                    VERSIONS,
                    "Versions of programs by name, for the environment of the result.",
                    Map.of("type", "object", "additionalProperties", Key.object(ToolVersion.KEYS))));

    private static final String RUNS_MEASURED =
            "Runs of a program that began and ended in the steady phase, whose output was read.";

    private final List<Measured> measured = new ArrayList<>();
    private final List<ToolAction> actions = new ArrayList<>();
    private final Map<String, ToolVersion> versions = new LinkedHashMap<>();

    @Override
    public List<StepType> stepTypes() {
        List<Key> keys = new ArrayList<>(ToolAnswers.ANSWERS.keys());
        keys.addAll(KEYS);
        return List.of(new StepType(RUNS_PROGRAM, keys));
    }

    List<MeasureDefinition> measures() {
        List<MeasureDefinition> measures = new ArrayList<>();
        measured.forEach(each -> measures.add(each.measure()));
        runs().forEach(runs -> measures.add(MeasureDefinition.counter(runs, "runs", RUNS_MEASURED)));
        return measures;
    }

    private <T> Stream<T> all(Class<T> kind) {
        return measured.stream().filter(kind::isInstance).map(kind::cast);
    }

    private Stream<String> runs() {
        return actions.stream().map(ToolAction::runs).filter(runs -> !runs.isEmpty());
    }

    /** The means of the figures, and that there are any: a program that outlasts the phase fails the run. */
    List<CheckDefinition> checks() {
        return Stream.concat(
                        all(Measured.Figure.class).map(Measured.Figure::check),
                        runs().map(runs -> CheckDefinition.total(
                                        runs, RUNS_MEASURED, "runs", List.of(Term.counter(runs)))
                                .atLeast(1)))
                .toList();
    }

    List<Measured.Level> levels() {
        return all(Measured.Level.class).toList();
    }

    List<ToolVersion> versions() {
        return List.copyOf(versions.values());
    }

    /** The names of the programs, where they do not depend on values. */
    List<String> programs() {
        return actions.stream()
                .map(action -> action.call().program())
                .filter(program -> !program.isEmpty())
                .distinct()
                .toList();
    }

    @Override
    public Action<ToolClient> compile(String type, Section step, Scope scope) {
        String runs = Measured.RUNS + (actions.isEmpty() ? "" : "-" + (actions.size() + 1));
        int seconds = scope.define(SECONDS, step);
        List<Template> command = command(step, scope);
        Map<String, Template> environment = new LinkedHashMap<>();
        Section variables = step.section(ENVIRONMENT);
        variables
                .names()
                .forEach(name -> environment.put(name, scope.template(variables.requiredText(name), variables, name)));
        List<Measured> own = new ArrayList<>();
        read(step, FIGURES, (all, name) -> Measured.Figure.read(all, name, runs), own);
        read(step, TIMES, Measured.Times::read, own);
        read(step, LEVELS, Measured.Level::read, own);
        Section printed = step.section(VERSIONS);
        printed.names().forEach(name -> versions.put(name, ToolVersion.read(printed, name)));
        measured.addAll(own);
        ToolAction action = new ToolAction(
                new ToolAction.Call(command, environment, usesSeconds(step), seconds),
                own.stream().allMatch(Measured.Level.class::isInstance) ? "" : runs,
                ToolAnswers.ANSWERS.read(step, scope),
                AnswerKeys.checks(step, ToolAnswers.EXIT),
                List.copyOf(own));
        actions.add(action);
        return action;
    }

    private static List<Template> command(Section step, Scope scope) {
        if (step.value(RUN) instanceof String line) {
            return List.of(Template.of("/bin/sh"), Template.of("-c"), scope.template(line, step, RUN));
        }
        List<String> words = step.texts(RUN);
        if (words.isEmpty()) {
            step.problem(RUN, "There is no program.", "Write a list such as [fio, --version].");
        }
        return words.stream().map(word -> scope.template(word, step, RUN)).toList();
    }

    private static boolean usesSeconds(Section step) {
        return String.valueOf(step.value(RUN)).contains("${" + SECONDS + "}");
    }

    private interface Reader {
        @Nullable
        Measured read(Section all, String name);
    }

    private void read(Section step, String key, Reader reader, List<Measured> own) {
        Section all = step.section(key);
        for (String name : all.names()) {
            if (Stream.of(measured, own).flatMap(List::stream).anyMatch(known -> known.name().equals(name))) {
                step.problem("Two figures have the name '" + name + "'.", "Give one of them another name.");
            }
            Measured read = reader.read(all, name);
            if (read != null) {
                own.add(read);
            }
        }
    }
}
