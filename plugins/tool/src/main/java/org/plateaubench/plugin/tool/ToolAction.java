// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.QosLimit;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * One run of a program.
 *
 * @param runs counter of the runs whose output was read; empty if nothing is measured
 * @param judgesExit whether the step itself says which exit codes are right
 */
record ToolAction(
        Call call,
        String runs,
        Expectations<Output> expectations,
        boolean judgesExit,
        List<Measured> measured)
        implements Action<ToolClient> {
    private static final Duration LONGEST = Duration.ofHours(1);
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
        return program.isEmpty() || program.equals("/bin/sh") ? "run" : program.substring(program.lastIndexOf('/') + 1);
    }

    @Override
    public Duration timeout() {
        return LONGEST;
    }

    /** A lag of the harness is compared with this limit: it says little about a program that measures itself. */
    @Override
    public List<QosLimit> limits() {
        return List.of(QosLimit.parse("max < " + LONGEST.toSeconds() + "s"));
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
        Outcome outcome = judged(values, client, command, output, startNanos);
        ToolClient.keep(command, output, outcome);
        Consumer<String> trace = client.trace();
        if (trace != null) {
            trace.accept(String.join(" ", command) + "\nexit code " + output.exitCode() + "\n" + output.text());
            expectations.tell(outcome, values, trace);
        }
        return outcome;
    }

    private Outcome judged(Values values, ToolClient client, List<String> command, Output output, long startNanos) {
        if (output.isCut()) {
            return Outcome.error(
                    "output-limit",
                    command.getFirst() + " printed more than 16 MiB and was ended; let it print less");
        }
        try {
            Outcome outcome = expectations.judge(output, judgesExit ? null : failure(command, output), values);
            if (outcome.kind() == OutcomeKind.OK) {
                client.record(runs, measured, output, startNanos);
                client.hasRun(call.isTimed());
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
            return Outcome.error("not-installed", program + " cannot be run on this host: " + output.lastWords());
        }
        // The shell that guards it says that it was ended, after what it said itself.
        return Outcome.error(
                "exit-" + code,
                program
                        + (code > SIGNALS
                                ? " was ended by signal " + (code - SIGNALS) + "; " + output.ends()
                                : " ended with exit code " + code + ": " + output.lastWords()));
    }
}
