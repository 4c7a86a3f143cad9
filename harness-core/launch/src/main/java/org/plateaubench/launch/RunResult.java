// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of a run, as {@code result.json} has it. Immutable.
 *
 * @param folder its run directory
 * @param id id of the run
 * @param name name in its run file
 * @param outcome what it came to
 * @param conclusion the same in a sentence or two, as reports word it
 * @param runClass {@code standard}, {@code modified} or {@code dev}
 * @param reasons why it failed or is invalid, and notes
 * @param audits checks of the measurement itself
 * @param workloads results by workload, of every tile
 */
public record RunResult(
        Path folder,
        String id,
        String name,
        RunOutcome outcome,
        String conclusion,
        String runClass,
        List<Reason> reasons,
        List<Audit> audits,
        List<WorkloadResult> workloads) {
    /** Name of the file in a run directory. */
    public static final String FILE = "result.json";

    /**
     * The result of a workload in the first tile.
     *
     * @param name name in the run file
     * @throws IllegalArgumentException when the run has no such workload
     */
    public WorkloadResult workload(String name) {
        return workloads.stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The run has no workload '" + name + "', but "
                        + workloads.stream()
                                .map(WorkloadResult::name)
                                .distinct()
                                .toList() + "."));
    }

    /** The conclusion with the messages of all reasons but notes, a line each. */
    public String explanation() {
        return Stream.concat(
                        Stream.of(name + ": " + conclusion),
                        reasons.stream().filter(reason -> !reason.isNote()).map(reason -> "- " + reason.message()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /**
     * Requires that the run passed, with or without doubts.
     *
     * @throws AssertionError with the {@link #explanation()} and the folder of the run
     */
    public RunResult requirePass() {
        return require(RunOutcome.DOUBTS);
    }

    /**
     * Requires an outcome or a better one.
     *
     * @throws AssertionError with the {@link #explanation()} and the folder of the run
     */
    public RunResult require(RunOutcome worst) {
        if (outcome.compareTo(worst) > 0) {
            throw new AssertionError(explanation() + System.lineSeparator() + "The run is in " + folder + ".");
        }
        return this;
    }

    /**
     * A reason of a verdict.
     *
     * @param rule the rule, such as {@code M19-pacing} or {@code limit}
     * @param severity {@code fail}, {@code invalid} or {@code note}
     * @param message sentences for a person
     */
    public record Reason(String rule, String severity, String message) {
        /** Whether it does not count against the run. */
        public boolean isNote() {
            return severity.equals("note");
        }
    }

    /**
     * A check of the measurement itself.
     *
     * @param rule the rule, such as {@code M16-dispatch-lag}
     * @param state {@code ok}, {@code violated} or {@code not-tested}
     * @param scope the checked object, such as {@code 1/store}
     * @param message sentences for a person
     */
    public record Audit(String rule, String state, String scope, String message) {
        /** Whether it was made and passed. */
        public boolean isOk() {
            return state.equals("ok");
        }
    }
}
