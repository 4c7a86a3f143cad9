// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.plateaubench.api.Execution;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.SutAddress;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;

/**
 * The tests that every workload must pass. A plugin's test extends this class and supplies the workload, its parameters
 * and a SUT that is ready for it and runs during all tests.
 *
 * @param <P> parameters of the workload
 */
public abstract class WorkloadContract<P extends Record> {
    private static final int USERS = 4;
    /** Number of units of each sequence whose requests are compared. */
    private static final int UNITS = 50;
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
     * Error classes that may occur in a run on a healthy SUT; none by default. The class {@code exception} means a
     * failure that the driver did not classify, and should not be expected; {@code plugin-fault} is never allowed.
     */
    protected Set<String> expectedErrors() {
        return Set.of();
    }

    /** The time in which operations are issued in each run; the first one must succeed within it. */
    protected Duration duration() {
        return Duration.ofSeconds(3);
    }

    /** The key that determines the data in the SUT. */
    protected long dataSeed() {
        return 42;
    }

    /**
     * Creates a request source, as in a new driver. Empty, the default, if requests cannot be built without sending
     * them or do not depend on draws.
     */
    protected Optional<RequestSource> requests() {
        return Optional.empty();
    }

    private WorkloadContext<P> context() {
        return new WorkloadContext<>(1, workload().name(), parameters(), sut(), USERS, dataSeed());
    }

    @Test
    void namesAndDescriptionsAreThere() {
        assertThat(parameters()).isInstanceOf(workload().parametersType());
        assertThat(DefinitionCheck.descriptions(workload(), parameters())).isEmpty();
    }

    /**
     * Parameters that reach into the host must be marked, so that an administrator can allow them for runs through a
     * console; see {@link ReachCheck}.
     */
    @Test
    void parametersThatReachIntoTheHostAreMarked() {
        assertThat(ReachCheck.missing(
                        "workload " + workload().name(), workload().parametersType()))
                .isEmpty();
    }

    @Test
    void theDefinitionIsCompleteAndAFunctionOfTheParameters() {
        assertThat(DefinitionCheck.definition(workload(), parameters())).isEmpty();
    }

    /** One test per operation; none if the plugin supplies no request source. */
    @TestFactory
    List<DynamicTest> theSameDrawsGiveTheSameRequestsInWhateverOrder() {
        if (requests().isEmpty()) {
            return List.of();
        }
        List<OperationDefinition> operations = workload().define(parameters()).operations();
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            List<GeneratedCall> calls = calls(i, operations.size());
            tests.add(DynamicTest.dynamicTest(operations.get(i).name(), () -> {
                List<Object> forwards = asked(calls);
                assertThat(asked(calls.reversed()).reversed()).isEqualTo(forwards);
                assertThat(new HashSet<>(forwards))
                        .as("different requests of different draws")
                        .hasSizeGreaterThan(1);
            }));
        }
        return tests;
    }

    private static List<GeneratedCall> calls(int operation, int unitLength) {
        List<GeneratedCall> calls = new ArrayList<>();
        for (int sequence = 0; sequence < USERS; sequence++) {
            for (long unit = 0; unit < UNITS; unit++) {
                calls.add(new GeneratedCall(operation, unitLength, sequence, unit));
            }
        }
        return calls;
    }

    private List<Object> asked(List<GeneratedCall> calls) throws Exception {
        RequestSource source = requests().orElseThrow();
        List<Object> requests = new ArrayList<>();
        for (GeneratedCall call : calls) {
            requests.add(source.request(call));
        }
        return requests;
    }

    /** This holds in every execution that the workload declares. */
    @Test
    void aShortRunSucceedsAndClosingReleasesEverything() throws Exception {
        long before = openResources();
        for (Execution execution : executions()) {
            assertThat(runs(execution).healthy(duration(), expectedErrors()))
                    .as("problems of a short run, " + execution)
                    .isEmpty();
            assertThat(eventually(before))
                    .as("what is open after the run, " + execution)
                    .isLessThanOrEqualTo(before);
        }
    }

    /** This holds in every execution that the workload declares. */
    @Test
    void abortEndsABlockedOperation() throws Exception {
        for (Execution execution : executions()) {
            assertThat(runs(execution).unaborted(this::stallSut, duration()))
                    .as("problems under a stall, " + execution)
                    .isEmpty();
        }
    }

    /** This holds in every execution that the workload declares. */
    @Test
    void noOperationEndsBeforeItsReply() throws Exception {
        for (Execution execution : executions()) {
            assertThat(runs(execution).early(this::stallSut))
                    .as("problems of times under a stall, " + execution)
                    .isEmpty();
        }
    }

    private List<Execution> executions() {
        return workload().define(parameters()).executions();
    }

    private ShortRuns<P> runs(Execution execution) {
        return new ShortRuns<>(workload(), context(), execution);
    }

    /**
     * Waits for the expected number, because a SUT may notice late that a client of the previous test has disconnected.
     */
    private long eventually(long expected) throws Exception {
        NanoClock clock = SystemClock.instance();
        long deadline = clock.nanoTime() + RELEASED_WITHIN.toNanos();
        long open = openResources();
        while (open > expected && clock.nanoTime() < deadline) {
            clock.parkUntil(clock.nanoTime() + Duration.ofMillis(20).toNanos());
            open = openResources();
        }
        return open;
    }
}
