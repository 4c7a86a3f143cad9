// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;

/**
 * The test that the data set of every workload must pass. A plugin's test extends this class and supplies the workload, its
 * parameters and a SUT without data.
 *
 * @param <P> parameters of the workload
 */
public abstract class DataSetContract<P extends Record> {
    /**
     * The rules about data. Rules about the state of the process, such as open sockets, are checked only by {@code
     * plateau plugin check}, because other tests in the process change it too.
     */
    private static final Set<CheckRule> OF_DATA =
            EnumSet.of(CheckRule.DATA, CheckRule.FOREIGN_DATA, CheckRule.RUN, CheckRule.RECONCILE);

    private static final WorkloadCheck.Length RUN = new WorkloadCheck.Length(1_000, Duration.ofSeconds(20));

    /** Creates the contract of the workload that a subclass supplies. */
    protected DataSetContract() {}

    /** The workload whose data is tested. */
    protected abstract Workload<P> workload();

    /** Valid parameters of a small workload. */
    protected abstract P parameters();

    /** The address of a SUT that is empty; null for a workload that needs none. */
    protected abstract @Nullable SutAddress sut();

    /** Data in that SUT that does not belong to the plugin; none by default. */
    protected Optional<ForeignData> foreignData() {
        return Optional.empty();
    }

    /**
     * The data is prepared with every policy and restored before a short run in each execution. It is compared with the
     * totals of that run, and with totals in which a write is lost or doubled. It is cleared, and other data is not
     * changed.
     */
    @Test
    void dataIsPreparedRestoredComparedAndCleared() throws Exception {
        CheckReport report = new CheckReport();
        WorkloadCheck<P> check = new WorkloadCheck<>(workload(), parameters(), sut(), foreignData(), RUN, report);
        try {
            assertThat(check.prepare()).as(report.all().toString()).isTrue();
            for (Execution execution : check.executions()) {
                check.restore();
                check.drive(execution);
                check.reconcile(execution);
            }
            check.repeat(check.executions().getLast());
            check.clear();
        } finally {
            check.close();
        }
        assertThat(report.broken())
                .filteredOn(finding -> OF_DATA.contains(finding.rule()))
                .isEmpty();
    }
}
