// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * Short runs of one workload in one execution. Each run returns the problems that it found, one sentence for each. Not
 * thread-safe.
 *
 * @param <P> parameters of the workload
 */
final class ShortRuns<P extends Record> {
    private static final int USERS = 4;
    private static final Duration THINK = Duration.ofMillis(10);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(500);
    /** The test ends the run itself. */
    private static final Duration UNTIL_ENDED = Duration.ofMinutes(1);

    private final Workload<P> workload;
    private final WorkloadContext<P> context;
    private final Execution execution;
    private final WorkloadDefinition definition;

    ShortRuns(Workload<P> workload, WorkloadContext<P> context, Execution execution) {
        this.workload = workload;
        this.context = context;
        this.execution = execution;
        this.definition = workload.define(context.parameters());
    }

    /** Makes the SUT silent until the returned object is closed, which the same thread must do. */
    @FunctionalInterface
    interface Stall {
        AutoCloseable begin() throws Exception;
    }

    /** Creates a run of a definition, which is not started yet. */
    private ContractRun run(WorkloadDefinition driven, int users, Duration steady) {
        return new ContractRun(
                workload.name(), driven, execution, new Load.Closed(users, 1), pacing(driven, THINK), steady);
    }

    static Map<String, Pacing> pacing(WorkloadDefinition definition, Duration think) {
        Map<String, Pacing> pacing = new HashMap<>();
        for (UnitDefinition unit : definition.units()) {
            pacing.put(unit.name(), Pacing.think(new Distribution.Fixed(think)));
        }
        return pacing;
    }

    /** Runs against a healthy SUT. */
    List<String> healthy(Duration duration, Set<String> expectedErrors) throws Exception {
        WorkloadSession session = workload.open(context);
        ContractRun run = run(definition, USERS, duration);
        List<String> problems = new ArrayList<>();
        try (run) {
            run.start(session);
            if (!run.awaitEnd()) {
                problems.add("the run did not end in time");
            }
        } finally {
            session.close();
        }
        run.failures().forEach(failure -> problems.add("failed user or fault: " + failure));
        if (run.successes() == 0) {
            problems.add("no operation succeeded: " + run.errors());
        }
        Set<String> unexpected = new HashSet<>(run.errorClasses());
        unexpected.removeAll(expectedErrors);
        if (!unexpected.isEmpty() || run.errorClasses().contains(DistinctErrors.PLUGIN_FAULT)) {
            problems.add("error classes " + run.errorClasses() + ", expected at most " + expectedErrors + ": "
                    + run.errors());
        }
        if (run.lostUsers() > 0) {
            problems.add(run.lostUsers() + " users were lost");
        }
        return problems;
    }

    /** Runs with short timeouts while the SUT is silent: each operation must be aborted and return. */
    List<String> unaborted(Stall silence, Duration duration) throws Exception {
        WorkloadSession session = workload.open(context);
        ContractRun run = run(withTimeout(definition), 1, duration);
        List<String> problems = new ArrayList<>();
        try (run) {
            run.start(session);
            run.awaitSuccess();
            try (AutoCloseable stall = silence.begin()) {
                if (stall == null || !run.awaitEnd()) {
                    problems.add("the run did not end in time while the SUT was silent");
                }
            }
        } finally {
            session.close();
        }
        Set<String> classes = run.errorClasses();
        if (!classes.contains("timeout") || classes.contains(DistinctErrors.PLUGIN_FAULT)) {
            problems.add("while the SUT was silent the error classes were " + classes
                    + "; there must be timeout, and no plugin-fault: " + run.errors());
        }
        if (run.lostUsers() > 0) {
            problems.add(run.lostUsers() + " users did not return from their abort");
        }
        return problems;
    }

    /**
     * Runs while the SUT stalls, which makes it a server of known response times: every outstanding operation takes at
     * least as long as the stall. A driver that ends operations before their replies, or records too early an end,
     * reports shorter times, which no audit of a run could detect.
     */
    List<String> early(Stall silence) throws Exception {
        WorkloadSession session = workload.open(context);
        ContractRun run = run(definition, USERS, UNTIL_ENDED);
        long heldNanos;
        try (run) {
            run.start(session);
            run.awaitSuccess();
            run.awaitConnected();
            try (AutoCloseable stall = silence.begin()) {
                if (stall == null) {
                    throw new IllegalStateException("the SUT cannot be stalled");
                }
                heldNanos = run.hold(run.awaitAllBlocked());
            }
            run.end();
        } finally {
            session.close();
        }
        long longer = run.longerThan(heldNanos);
        return longer >= USERS
                ? List.of()
                : List.of(longer + " operations took at least the " + heldNanos / 1_000_000
                        + " ms in which the SUT answered no client, while " + USERS
                        + " were in flight: a driver must not record an end before the reply has arrived");
    }

    private static WorkloadDefinition withTimeout(WorkloadDefinition definition) {
        List<OperationDefinition> impatient = definition.operations().stream()
                .map(operation -> new OperationDefinition(
                        operation.name(),
                        operation.description(),
                        SHORT_TIMEOUT,
                        operation.limits(),
                        operation.endsUnitOnError()))
                .toList();
        return new WorkloadDefinition(
                impatient,
                definition.units(),
                definition.mix(),
                definition.pacing(),
                definition.metric(),
                definition.measures(),
                definition.executions(),
                definition.checks(),
                definition.backlogPerUser());
    }
}
