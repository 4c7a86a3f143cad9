// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Load;
import org.plateaubench.api.Names;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * The tests that every workload must pass. A plugin's test extends this class and supplies the workload, its parameters
 * and a SUT that is ready for it; the SUT runs through all tests.
 *
 * @param <P> parameters of the workload
 */
public abstract class WorkloadContract<P extends Record> {
    private static final int USERS = 4;
    /** Units of each sequence whose requests are compared. */
    private static final int UNITS = 50;

    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(500);
    /** The test ends the run itself. */
    private static final Duration UNTIL_ENDED = Duration.ofMinutes(1);

    /** For a subclass that supplies the workload. */
    protected WorkloadContract() {}

    /** The workload under test. */
    protected abstract Workload<P> workload();

    /** Valid parameters of a small workload. */
    protected abstract P parameters();

    /** The address of its SUT, ready for the workload; null for a workload that needs none. */
    protected abstract @Nullable SutAddress sut();

    /** Connections, sessions or files that the SUT holds open for its clients now. */
    protected abstract long openResources() throws Exception;

    /** Makes every operation of the SUT block until the stall is closed, also for connected clients. */
    protected abstract AutoCloseable stallSut() throws Exception;

    /**
     * Error classes that may occur in a run on a healthy SUT; none by default. The class {@code exception} stands for a
     * failure that the driver did not code and should not be expected; {@code plugin-fault} is never allowed.
     */
    protected Set<String> expectedErrors() {
        return Set.of();
    }

    /** How long operations are issued in each run; the first must succeed within it. */
    protected Duration duration() {
        return Duration.ofSeconds(3);
    }

    /** The key that determines the data in the SUT. */
    protected long dataSeed() {
        return 42;
    }

    /**
     * A new request source, as a new driver would have it; empty, the default, where requests cannot be separated from
     * sending, or where no draw affects them.
     */
    protected Optional<RequestSource> requests() {
        return Optional.empty();
    }

    private WorkloadContext<P> context() {
        return new WorkloadContext<>(1, workload().name(), parameters(), sut(), USERS, dataSeed());
    }

    @Test
    void namesAndDescriptionsAreThere() {
        assertThat(Names.isValid(workload().name())).isTrue();
        assertThat(workload().description()).isNotBlank();
        assertThat(parameters()).isInstanceOf(workload().parametersType());
        WorkloadDefinition definition = workload().define(parameters());
        assertThat(definition.operations())
                .isNotEmpty()
                .allSatisfy(operation -> assertThat(operation.description())
                        .as("description of " + operation.name())
                        .isNotBlank());
    }

    /**
     * For a run through a console, an administrator must allow what reaches into the host; see {@link ReachCheck}.
     */
    @Test
    void parametersThatReachIntoTheHostAreMarked() {
        assertThat(ReachCheck.missing(
                        "workload " + workload().name(), workload().parametersType()))
                .isEmpty();
    }

    @Test
    void theDefinitionIsAFunctionOfTheParameters() {
        assertThat(workload().define(parameters())).isEqualTo(workload().define(parameters()));
    }

    @Test
    void validParametersPassTheWorkloadsOwnCheck() {
        assertThat(workload().check(parameters()))
                .filteredOn(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .isEmpty();
    }

    /** The unit need not belong to the default mix: a run file may choose another mix. */
    @Test
    void everyOperationBelongsToAUnit() {
        WorkloadDefinition definition = workload().define(parameters());
        for (OperationDefinition operation : definition.operations()) {
            assertThat(definition.units())
                    .as("units that issue " + operation.name())
                    .anyMatch(unit -> unit.expectedTimes(operation.name()) > 0);
        }
    }

    /** One test per operation; none for a plugin that supplies no request source. */
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

    @Test
    void aShortRunSucceedsAndClosingReleasesEverything() throws Exception {
        long before = openResources();
        WorkloadDefinition definition = workload().define(parameters());
        WorkloadSession session = workload().open(context());
        ContractRun run = new ContractRun(
                workload().name(), definition, new Load.Closed(USERS, 1), pacing(definition), duration());
        try (run) {
            run.start(session);
            assertThat(run.awaitEnd()).as("the run ends in time").isTrue();
        } finally {
            session.close();
        }
        assertThat(run.failures()).as("failed users and faults").isEmpty();
        assertThat(run.successes()).as("successful operations").isPositive();
        assertThat(run.errorClasses()).isSubsetOf(expectedErrors()).doesNotContain(DistinctErrors.PLUGIN_FAULT);
        assertThat(run.lostUsers()).as("lost users").isZero();
        assertThat(eventually(before)).as("what is open after the run").isEqualTo(before);
    }

    @Test
    void abortEndsABlockedOperation() throws Exception {
        WorkloadDefinition definition = withTimeout(workload().define(parameters()));
        WorkloadSession session = workload().open(context());
        ContractRun run =
                new ContractRun(workload().name(), definition, new Load.Closed(1, 1), pacing(definition), duration());
        try (run) {
            run.start(session);
            run.awaitSuccess();
            try (AutoCloseable stall = stallSut()) {
                assertThat(stall).isNotNull();
                assertThat(run.awaitEnd()).as("the run ends in time").isTrue();
            }
        } finally {
            session.close();
        }
        assertThat(run.errorClasses())
                .as("error classes under a stall")
                .contains("timeout")
                .doesNotContain(DistinctErrors.PLUGIN_FAULT);
        assertThat(run.lostUsers())
                .as("users that did not return from their abort")
                .isZero();
    }

    /**
     * A SUT that stalls for a while is a server of a known latency law: every operation in flight takes at least that
     * long. A driver that ends operations before their replies, or stamps an end earlier than the reply, reports times
     * that are too short, and no audit of a run could detect it.
     */
    @Test
    void noOperationEndsBeforeItsReply() throws Exception {
        WorkloadDefinition definition = workload().define(parameters());
        WorkloadSession session = workload().open(context());
        ContractRun run = new ContractRun(
                workload().name(), definition, new Load.Closed(USERS, 1), pacing(definition), UNTIL_ENDED);
        long heldNanos;
        try (run) {
            run.start(session);
            run.awaitSuccess();
            run.awaitConnected();
            try (AutoCloseable stall = stallSut()) {
                assertThat(stall).isNotNull();
                heldNanos = run.hold(run.awaitAllBlocked());
            }
            run.end();
        } finally {
            session.close();
        }
        assertThat(run.longerThan(heldNanos))
                .as(
                        "operations that took at least the %d ms in which the SUT answered no client,"
                                + " while %d were in flight: a driver must not record an end before the reply"
                                + " has arrived",
                        heldNanos / 1_000_000, USERS)
                .isGreaterThanOrEqualTo(USERS);
    }

    private static Map<String, Pacing> pacing(WorkloadDefinition definition) {
        Map<String, Pacing> pacing = new HashMap<>();
        for (UnitDefinition unit : definition.units()) {
            pacing.put(unit.name(), Pacing.think(new Distribution.Fixed(Duration.ofMillis(10))));
        }
        return pacing;
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

    /** A SUT may take a moment to notice that a client has gone. */
    private long eventually(long expected) throws Exception {
        NanoClock clock = SystemClock.instance();
        long deadline = clock.nanoTime() + Duration.ofSeconds(5).toNanos();
        long open = openResources();
        while (open != expected && clock.nanoTime() < deadline) {
            clock.parkUntil(clock.nanoTime() + Duration.ofMillis(20).toNanos());
            open = openResources();
        }
        return open;
    }
}
