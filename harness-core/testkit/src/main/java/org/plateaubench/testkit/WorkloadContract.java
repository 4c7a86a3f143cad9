// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;

/**
 * The tests that every workload must pass. A plugin's test extends this class and supplies the workload, its parameters
 * and a SUT that is ready for it and runs during all tests.
 *
 * @param <P> parameters of the workload
 */
public abstract class WorkloadContract<P extends Record> {
    /** A server on a busy host ends the sessions of disconnected clients some seconds late. */
    private static final Duration RELEASED_WITHIN = Duration.ofSeconds(60);

    /** Creates the contract of the workload that a subclass supplies. */
    protected WorkloadContract() {}

    /** The workload under test. */
    protected abstract Workload<P> workload();

    /** Valid parameters of a small workload. */
    protected abstract P parameters();

    /** The address of its SUT, ready for the workload; null for a workload that needs none. */
    protected abstract @Nullable SutAddress sut();

    /** Number of connections, sessions or files that the SUT currently has open for its clients. */
    protected abstract long openResources() throws Exception;

    /** Makes every operation of the SUT block until the stall is closed, also for connected clients. */
    protected abstract AutoCloseable stallSut() throws Exception;

    /**
     * Error classes that may occur in a run on a healthy SUT; none by default. The classes {@code exception}, for
     * failures that the driver did not classify, and {@code plugin-fault} are never allowed.
     */
    protected Set<String> expectedErrors() {
        return Set.of();
    }

    /** The time in which operations are issued after the first one has succeeded, which must be within 30 s. */
    protected Duration duration() {
        return Duration.ofSeconds(3);
    }

    /** A kind of wrong answer. */
    public enum Fault {
        /** The row, key or page is missing. */
        EMPTY,
        /** The row, key or page is another one. */
        WRONG_IDENTITY,
        /** The answer is an outdated version. */
        OUTDATED
    }

    /**
     * Wrong answers to an operation.
     *
     * @param operation name of the operation
     * @param fault how they are wrong
     * @param plant makes the SUT give them until the returned object is closed
     */
    public record WrongAnswers(String operation, Fault fault, Callable<AutoCloseable> plant) {}

    /**
     * The wrong answers that the SUT can be made to give; none by default, which leaves untested what the operations
     * declare. Otherwise foreign answers are needed for each operation with an identity, and outdated ones for each
     * with a version.
     */
    protected List<WrongAnswers> wrongAnswers() {
        return List.of();
    }

    /** Long enough for a busy host; a run ends with its first error. */
    Duration untilNoticed() {
        return Duration.ofSeconds(30);
    }

    @Test
    void definitionIsCompleteAndDeterministic() {
        CheckReport report = new CheckReport(finding -> {});
        WorkloadCheck.definition(workload(), parameters(), report);
        assertThat(report.broken()).isEmpty();
        assertThat(ReachCheck.missing("the workload", workload().parametersType()))
                .isEmpty();
    }

    @Test
    void shortRunSucceedsAndReleasesResources() throws Exception {
        long before = openResources();
        verify((check, execution) -> {
            check.drive(execution);
            // Some SUTs notice late that a client has disconnected.
            if (!Deadline.await(RELEASED_WITHIN, () -> openResources() <= before)) {
                fail("after the run, %s, %d are open, and before it %d", execution, openResources(), before);
            }
        });
    }

    @Test
    void abortEndsBlockedOperation() throws Exception {
        verify(WorkloadCheck::abort);
    }

    @Test
    void noOperationEndsBeforeItsReply() throws Exception {
        verify(WorkloadCheck::reply);
    }

    @Test
    void wrongAnswersAreErrors() throws Exception {
        List<WrongAnswers> planted = wrongAnswers();
        if (planted.isEmpty()) {
            return;
        }
        Set<String> needed = new TreeSet<>();
        for (OperationDefinition operation : workload().define(parameters()).operations()) {
            if (!operation.answers().identity().isEmpty()) {
                needed.add(Fault.WRONG_IDENTITY + " answers of " + operation.name());
            }
            if (!operation.answers().version().isEmpty()) {
                needed.add(Fault.OUTDATED + " answers of " + operation.name());
            }
        }
        assertThat(planted.stream().map(each -> each.fault() + " answers of " + each.operation()))
                .containsAll(needed);
        for (WrongAnswers each : planted) {
            verify((check, execution) -> check.wrongAnswers(execution, each.operation(), each.plant(), untilNoticed()));
        }
    }

    private interface Step<P extends Record> {
        void on(WorkloadCheck<P> check, Execution execution) throws Exception;
    }

    /** Carries out the step in every execution that the workload declares. */
    private void verify(Step<P> step) throws Exception {
        CheckReport report = new CheckReport(finding -> {});
        WorkloadCheck.Conditions conditions = new WorkloadCheck.Conditions(
                sut(),
                Optional.of(this::stallSut),
                Optional.empty(),
                false,
                Long.MAX_VALUE,
                duration(),
                Optional.of(expectedErrors()));
        WorkloadCheck<P> check = new WorkloadCheck<>(workload(), parameters(), conditions, report);
        try {
            for (Execution execution : workload().define(parameters()).executions()) {
                step.on(check, execution);
            }
        } finally {
            check.close();
        }
        assertThat(report.broken()).isEmpty();
    }
}
