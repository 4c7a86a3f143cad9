// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;

/** Several seconds on one line: nothing that happened in any of them is left out. */
final class LiveTableTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private static LiveTable second(int number, double perSecond, long responseNanos, long errors, int users) {
        return second(number, perSecond, responseNanos, 0, errors, users);
    }

    private static LiveTable second(
            int number, double perSecond, long responseNanos, long lagNanos, long errors, int users) {
        Histogram lag = new Histogram(3);
        lag.recordValueWithCount(lagNanos, Math.max(1, Math.round(perSecond)));
        Histogram responses = new Histogram(3);
        responses.recordValueWithCount(responseNanos, Math.max(1, Math.round(perSecond)));
        LiveTable.Row row = new LiveTable.Row(
                1, "store", perSecond, responses, responseNanos, responseNanos, lag, lag, errors, users);
        return new LiveTable(number * SECOND, (number + 1) * SECOND, true, List.of(row));
    }

    @Test
    void countsAreAddedRatesAreMeansAndPercentilesAreOfAllTimes() {
        LiveTable all = second(0, 100, MILLI, 30_000, 3)
                .then(second(1, 10, 9 * MILLI, 73, 5))
                .then(second(2, 10, 9 * MILLI, 0, 7));
        LiveTable.Row row = all.rows().getFirst();
        assertThat(all.startNanos()).isZero();
        assertThat(all.endNanos()).isEqualTo(3 * SECOND);
        assertThat(row.errors()).isEqualTo(30_073);
        assertThat(row.operationsPerSecond()).isCloseTo(40, within(1e-9));
        assertThat(row.p95Nanos()).isCloseTo(9 * MILLI, within(MILLI / 100));
        assertThat(row.users()).isEqualTo(7);
        assertThat(second(0, 100, MILLI, 0, 3)
                        .then(second(1, 5, 9 * MILLI, 0, 3))
                        .rows())
                .allSatisfy(mostlyFast -> assertThat(mostlyFast.p95Nanos()).isCloseTo(MILLI, within(MILLI / 100)));
    }

    /** On event loops the lag of replies is that of operations; of probes beside threads it is not. */
    @Test
    void m24TheShareOfTheHarnessIsThatOfTheLagOfOperations() {
        LiveTable.Row row = second(0, 100, 10 * MILLI, 2 * MILLI, 0, 3)
                .then(second(1, 10, 10 * MILLI, 4 * MILLI, 0, 3))
                .rows()
                .getFirst();
        assertThat(row.p95HarnessShare(Execution.PLATFORM)).isCloseTo(0.4, within(0.001));
        assertThat(row.p95HarnessShare(Execution.EVENT_LOOP)).isCloseTo(0.8, within(0.001));
        assertThat(second(0, 1, 0, MILLI, 0, 3).rows().getFirst().p95HarnessShare(Execution.PLATFORM))
                .isZero();
    }

    @Test
    void aWorkloadThatJoinsLaterIsThere() {
        LiveTable none = new LiveTable(0, SECOND, false, List.of());
        LiveTable both = none.then(second(1, 10, MILLI, 2, 5));
        assertThat(both.complete()).isFalse();
        assertThat(both.rows()).singleElement().satisfies(row -> {
            assertThat(row.errors()).isEqualTo(2);
            assertThat(row.operationsPerSecond()).isCloseTo(5, within(1e-9));
        });
    }
}
