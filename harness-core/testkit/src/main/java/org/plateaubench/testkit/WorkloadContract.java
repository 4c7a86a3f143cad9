// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;

/**
 * The tests that every workload must pass. A plugin's test extends this class and supplies the workload, its parameters
 * and a SUT that is ready for it and runs during all tests.
 *
 * @param <P> parameters of the workload
 */
public abstract class WorkloadContract<P extends Record> {
    /**
     * Time in which the SUT must release resources; a server on a busy host ends the sessions of disconnected clients
     * some seconds late.
     */
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

    @Test
    void theDefinitionIsCompleteAndAFunctionOfTheParameters() {
        CheckReport report = new CheckReport();
        WorkloadCheck.definition(workload(), parameters(), report);
        assertThat(report.broken()).isEmpty();
        assertThat(ReachCheck.missing("the workload", workload().parametersType()))
                .isEmpty();
    }

    @Test
    void aShortRunSucceedsAndClosingReleasesEverything() throws Exception {
        long before = openResources();
        keeps((check, execution) -> {
            check.drive(execution);
            // Some SUTs notice late that a client has disconnected.
            if (!Deadline.await(RELEASED_WITHIN, () -> openResources() <= before)) {
                fail("after the run, %s, %d are open, and before it %d", execution, openResources(), before);
            }
        });
    }

    @Test
    void abortEndsABlockedOperation() throws Exception {
        keeps(WorkloadCheck::abort);
    }

    @Test
    void noOperationEndsBeforeItsReply() throws Exception {
        keeps(WorkloadCheck::reply);
    }

    private interface Step<P extends Record> {
        void on(WorkloadCheck<P> check, Execution execution) throws Exception;
    }

    /** Makes the step in every execution that the workload declares. */
    private void keeps(Step<P> step) throws Exception {
        CheckReport report = new CheckReport();
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
