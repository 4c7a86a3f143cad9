// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;

/**
 * The test that the data set of every workload must pass. A plugin's test extends this class and supplies the workload, its
 * parameters and a SUT without data.
 *
 * @param <P> parameters of the workload
 */
public abstract class DataSetContract<P extends Record> {
    private static final long OPERATIONS = 1_000;
    private static final Duration MAX_RUN_TIME = Duration.ofSeconds(20);

    /** Creates the contract of the workload that a subclass supplies. */
    protected DataSetContract() {}

    /** The workload whose data is tested. */
    protected abstract Workload<P> workload();

    /** Valid parameters of a small workload. */
    protected abstract P parameters();

    /** The address of a SUT that is empty; null for a workload that needs none. */
    protected abstract @Nullable SutAddress sut();

    /** Data in the SUT that does not belong to the plugin; none by default. */
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
        CheckReport report = new CheckReport(finding -> {});
        WorkloadCheck.Conditions conditions = new WorkloadCheck.Conditions(
                sut(), Optional.empty(), foreignData(), false, OPERATIONS, MAX_RUN_TIME, Optional.empty());
        WorkloadCheck<P> check = new WorkloadCheck<>(workload(), parameters(), conditions, report);
        try {
            check.checkData((rule, subject, step) -> make(subject, step));
        } finally {
            check.close();
        }
        assertThat(report.all())
                .filteredOn(finding -> finding.rule() == CheckRule.RUN)
                .as("runs on prepared data")
                .noneMatch(finding -> finding.state() == CheckReport.State.NOT_CHECKED);
        assertThat(report.broken()).isEmpty();
    }

    private static void make(String subject, WorkloadCheck.Step step) {
        try {
            step.make();
        } catch (Exception e) {
            throw new AssertionError(subject + ": " + e, e);
        }
    }
}
