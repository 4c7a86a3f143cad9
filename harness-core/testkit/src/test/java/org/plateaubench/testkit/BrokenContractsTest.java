// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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
    void dataSetThatTakesAnInterruptedLoadForCompleteDataBreaksIt() {
        assertThatThrownBy(new DataContract(Fault.FORGETS_INTERRUPTS)::dataIsPreparedRestoredComparedAndCleared)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("after an interrupted load");
    }

    private enum Fault {
        NONE,
        HIDES_DOUBLED,
        FORGETS_INTERRUPTS
    }

    private static final class DataContract extends DataSetContract<Nothing> {
        private final Fault fault;

        DataContract(Fault fault) {
            this.fault = fault;
        }

        @Override
        protected Workload<Nothing> workload() {
            return new Adding(fault);
        }

        @Override
        protected Nothing parameters() {
            return new Nothing();
        }

        @Override
        protected @Nullable SutAddress sut() {
            return null;
        }
    }

    private static final class Adding implements Workload<Nothing> {
        private final AtomicLong stored = new AtomicLong();
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
            return new StoredNumber(stored, fault);
        }
    }

    private record StoredNumber(AtomicLong stored, Fault fault) implements DataSet {
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
        }

        @Override
        public List<Reconciliation> reconcile(SentTotals sent) {
            long expected = sent.operations("add", OutcomeKind.OK);
            long found = fault == Fault.HIDES_DOUBLED ? Math.min(stored.get(), expected) : stored.get();
            return List.of(new Reconciliation("sum", expected, found, sent.operations("add", OutcomeKind.ABANDONED)));
        }
    }
}
