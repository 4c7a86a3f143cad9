// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * The contracts of data sets and of services distinguish broken ones from sound ones; a number in memory is the SUT.
 */
@SuppressWarnings("JUnitMethodInvoked") // a contract is a test that is inherited: here it is what is tested
final class BrokenContractsTest {
    /** No parameters. */
    private record Nothing() {}

    @Test
    void anHonestDataSetKeepsItsContract() throws Exception {
        new DataContract(Fault.NONE).dataIsPreparedRestoredComparedAndCleared();
    }

    @Test
    void aDataSetThatHidesDoubledWritesBreaksIt() {
        assertThatThrownBy(new DataContract(Fault.HIDES_DOUBLED)::dataIsPreparedRestoredComparedAndCleared)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("done twice are not noticed");
    }

    @Test
    void dataSetThatTakesAnInterruptedLoadForCompleteDataBreaksIt() {
        assertThatThrownBy(new DataContract(Fault.FORGETS_INTERRUPTS)::dataIsPreparedRestoredComparedAndCleared)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("after an interrupted load");
    }

    @Test
    void aDataSetThatClearsForeignDataBreaksIt() throws Exception {
        new DataContract(Fault.NONE, true).dataIsPreparedRestoredComparedAndCleared();

        assertThatThrownBy(new DataContract(Fault.CLEARS_ALL, true)::dataIsPreparedRestoredComparedAndCleared)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("clear() changed data in the SUT that is not the plugin's");
    }

    @Test
    void longRunIsObservedWhileItRuns() throws Exception {
        CheckReport report = new CheckReport();
        WorkloadCheck.Conditions conditions = new WorkloadCheck.Conditions(
                null,
                Optional.empty(),
                Optional.empty(),
                true,
                1_000_000_000,
                Duration.ofMillis(500),
                Optional.empty());
        WorkloadCheck<Nothing> check = new WorkloadCheck<>(new Adding(Fault.NONE), new Nothing(), conditions, report);
        check.drive(Execution.PLATFORM);
        check.close();

        assertThat(report.all())
                .filteredOn(finding -> finding.rule() == CheckRule.HEAP)
                .singleElement()
                .extracting(CheckReport.Finding::state)
                .isNotEqualTo(CheckReport.State.NOT_CHECKED);
    }

    private enum Fault {
        NONE,
        HIDES_DOUBLED,
        FORGETS_INTERRUPTS,
        CLEARS_ALL
    }

    private static final class DataContract extends DataSetContract<Nothing> {
        private final Adding workload;
        private final boolean hasForeign;

        DataContract(Fault fault) {
            this(fault, false);
        }

        DataContract(Fault fault, boolean hasForeign) {
            this.workload = new Adding(fault);
            this.hasForeign = hasForeign;
        }

        @Override
        protected Workload<Nothing> workload() {
            return workload;
        }

        @Override
        protected Nothing parameters() {
            return new Nothing();
        }

        @Override
        protected @Nullable SutAddress sut() {
            return hasForeign ? new SutAddress("sut", "numbers", Map.of()) : null;
        }

        @Override
        protected Optional<ForeignData> foreignData() {
            return hasForeign ? Optional.of(workload) : Optional.empty();
        }
    }

    private static final class Adding implements Workload<Nothing>, ForeignData {
        private final AtomicLong stored = new AtomicLong();
        private final AtomicLong foreign = new AtomicLong();
        private final Fault fault;

        Adding(Fault fault) {
            this.fault = fault;
        }

        @Override
        public String name() {
            return "adding";
        }

        @Override
        public String description() {
            return "Adds one.";
        }

        @Override
        public Class<Nothing> parametersType() {
            return Nothing.class;
        }

        @Override
        public WorkloadDefinition define(Nothing parameters) {
            return Scenario.single("add", List.of(Execution.PLATFORM));
        }

        @Override
        public WorkloadSession open(WorkloadContext<Nothing> context) {
            return Sessions.of(user -> new Driver() {
                @Override
                public Outcome execute(OperationCall call) {
                    stored.incrementAndGet();
                    return Outcome.ok();
                }

                @Override
                public void abort() {}

                @Override
                public void close() {}
            });
        }

        @Override
        public DataSet dataSet(WorkloadContext<Nothing> context) {
            return new StoredNumber(stored, foreign, fault);
        }

        @Override
        public void store(SutAddress sut) {
            foreign.set(1);
        }

        @Override
        public String read(SutAddress sut) {
            return foreign.toString();
        }
    }

    private record StoredNumber(AtomicLong stored, AtomicLong foreign, Fault fault) implements DataSet {
        private static final long UNFINISHED = -1;

        @Override
        public void prepare(DataPolicy policy, Progress progress) throws InterruptedException {
            if (fault == Fault.FORGETS_INTERRUPTS && policy == DataPolicy.REUSE && stored.get() == UNFINISHED) {
                return;
            }
            stored.set(UNFINISHED);
            progress.report("storing", 1, 2, "numbers");
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            stored.set(0);
        }

        @Override
        public List<Finding> verify() {
            return stored.get() == UNFINISHED ? List.of(Finding.problem("There is no number.", "Load it.")) : List.of();
        }

        @Override
        public void clear(Progress progress) {
            stored.set(0);
            if (fault == Fault.CLEARS_ALL) {
                foreign.set(0);
            }
        }

        @Override
        public List<Reconciliation> reconcile(SentTotals sent) {
            long expected = sent.operations("add", OutcomeKind.OK);
            long found = fault == Fault.HIDES_DOUBLED ? Math.min(stored.get(), expected) : stored.get();
            return List.of(new Reconciliation("sum", expected, found, sent.operations("add", OutcomeKind.ABANDONED)));
        }
    }
}
