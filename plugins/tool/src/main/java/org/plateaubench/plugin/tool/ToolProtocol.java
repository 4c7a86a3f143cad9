// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.QosLimit;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** The step that runs a program. Collects the measurements of the programs of one scenario while it is read. */
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
                    Map.of("type", "object", "additionalProperties", Key.object(Measurement.FIGURE))),
            new Key(
                    TIMES,
                    "Distributions of times in its output by name.",
                    Map.of("type", "object", "additionalProperties", Key.object(Measurement.TIMES))),
            new Key(
                    LEVELS,
                    "Numbers that it prints repeatedly, by name.",
                    Map.of("type", "object", "additionalProperties", Key.object(Measurement.LEVEL))),
            new Key(
                    VERSIONS,
                    "Versions of programs by name, for the environment of the result.",
                    Map.of("type", "object", "additionalProperties", Key.object(ToolVersion.KEYS))));

    private static final String RUNS_MEASURED =
            "Runs of a program that began and ended in the steady phase, whose output was read.";

    private final List<Measurement> measured = new ArrayList<>();
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

    /** Checks of the mean of each figure, and that any run was measured: else programs outlast the phase. */
    List<CheckDefinition> checks() {
        return Stream.concat(
                        all(Measurement.Figure.class).map(Measurement.Figure::check),
                        runs().map(runs -> CheckDefinition.total(
                                        runs, RUNS_MEASURED, "runs", List.of(Term.counter(runs)))
                                .atLeast(1)))
                .toList();
    }

    List<Measurement.Level> levels() {
        return all(Measurement.Level.class).toList();
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
        String runs = Measurement.RUNS + (actions.isEmpty() ? "" : "-" + (actions.size() + 1));
        int seconds = scope.define(SECONDS, step);
        List<Template> command = command(step, scope);
        Map<String, Template> environment = new LinkedHashMap<>();
        Section variables = step.section(ENVIRONMENT);
        variables
                .names()
                .forEach(name -> environment.put(name, scope.template(variables.requiredText(name), variables, name)));
        List<Measurement> own = new ArrayList<>();
        read(step, FIGURES, (all, name) -> Measurement.Figure.read(all, name, runs), own);
        read(step, TIMES, Measurement.Times::read, own);
        read(step, LEVELS, Measurement.Level::read, own);
        Section printed = step.section(VERSIONS);
        printed.names().forEach(name -> versions.put(name, ToolVersion.read(printed, name)));
        measured.addAll(own);
        ToolAction action = new ToolAction(
                new ToolAction.Call(command, environment, usesSeconds(step), seconds),
                own.stream().allMatch(Measurement.Level.class::isInstance) ? "" : runs,
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
        Measurement read(Section all, String name);
    }

    private void read(Section step, String key, Reader reader, List<Measurement> own) {
        Section all = step.section(key);
        for (String name : all.names()) {
            if (Stream.of(measured, own)
                    .flatMap(List::stream)
                    .anyMatch(known -> known.name().equals(name))) {
                step.problem("Two figures have the name '" + name + "'.", "Give one of them another name.");
            }
            Measurement read = reader.read(all, name);
            if (read != null) {
                own.add(read);
            }
        }
    }

    /**
     * One run of a program.
     *
     * @param runs counter of the runs whose output was read; empty if nothing is measured
     * @param hasExitRule whether the step itself states which exit codes are right
     */
    record ToolAction(
            Call call, String runs, Expectations<Output> expectations, boolean hasExitRule, List<Measurement> measured)
            implements Action<ToolClient> {
        private static final Duration TIMEOUT = Duration.ofHours(1);
        private static final int SIGNALS = 128;

        /**
         * The program.
         *
         * @param isTimed whether an argument is the time that is left in the phase
         * @param seconds slot of that time
         */
        record Call(List<Template> command, Map<String, Template> environment, boolean isTimed, int seconds) {
            /** The name of the program; empty if it depends on values or a shell runs it. */
            String program() {
                String name = command.isEmpty() ? null : command.getFirst().constant();
                return name == null ? "" : name;
            }
        }

        @Override
        public String description() {
            String program = call.program();
            return program.isEmpty() || program.equals("/bin/sh")
                    ? "run"
                    : program.substring(program.lastIndexOf('/') + 1);
        }

        @Override
        public Duration timeout() {
            return TIMEOUT;
        }

        /** The harness's lag is compared with this limit; it hardly affects a program that measures itself. */
        @Override
        public List<QosLimit> limits() {
            return List.of(QosLimit.parse("max < " + TIMEOUT.toSeconds() + "s"));
        }

        @Override
        public Answers verified() {
            return Answers.read()
                    .identity(runs.isEmpty() ? "the exit code" : "the exit code, and that the output has each figure");
        }

        @Override
        public void prepare(Values values, ToolClient client) {
            if (call.isTimed()) {
                values.set(call.seconds(), Long.toString(client.secondsLeft()));
            }
        }

        @Override
        public Outcome run(Values values, ToolClient client) throws IOException, InterruptedException, StepFailure {
            List<String> command = new ArrayList<>();
            for (Template word : call.command()) {
                command.add(word.text(values));
            }
            Map<String, String> environment = new LinkedHashMap<>();
            for (Map.Entry<String, Template> variable : call.environment().entrySet()) {
                environment.put(variable.getKey(), variable.getValue().text(values));
            }
            long startNanos = client.nanoTime();
            Output output = client.run(command, environment, measured);
            Outcome outcome = judge(values, client, command, output, startNanos);
            ToolClient.logError(command, output, outcome);
            Consumer<String> trace = client.trace();
            if (trace != null) {
                trace.accept(String.join(" ", command) + "\nexit code " + output.exitCode() + "\n" + output.text());
                expectations.traceChecks(outcome, values, trace);
            }
            return outcome;
        }

        private Outcome judge(Values values, ToolClient client, List<String> command, Output output, long startNanos) {
            if (output.isTruncated()) {
                return Outcome.error(
                        "output-limit",
                        command.getFirst() + " printed more than 16 MiB and was ended; let it print less");
            }
            try {
                Outcome outcome = expectations.judge(output, hasExitRule ? null : failure(command, output), values);
                if (outcome.kind() == OutcomeKind.OK) {
                    client.record(runs, measured, output, startNanos);
                    client.markDone(call.isTimed());
                }
                return outcome;
            } catch (StepFailure e) {
                return e.outcome();
            }
        }

        private static @Nullable Outcome failure(List<String> command, Output output) {
            String program = command.getFirst();
            int code = output.exitCode();
            if (code == 0) {
                return null;
            }
            if (output.isMissing()) {
                return Outcome.error("not-installed", program + " cannot be run on this host: " + output.lastMessage());
            }
            // The guarding shell reports the end by a signal after the program's own messages.
            return Outcome.error(
                    "exit-" + code,
                    program
                            + (code > SIGNALS
                                    ? " was ended by signal " + (code - SIGNALS) + "; " + output.firstAndLastLine()
                                    : " ended with exit code " + code + ": " + output.lastMessage()));
        }
    }
}
