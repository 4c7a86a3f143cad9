// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.plateaubench.engine.judge.figures.TestIntervals.histogram;
import static org.plateaubench.engine.judge.figures.TestIntervals.operation;
import static org.plateaubench.engine.judge.figures.TestIntervals.responses;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.recorder.AcknowledgedItems;
import org.plateaubench.measure.recorder.DistinctErrors;

class IntervalAggregatorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long GRACE = 2 * SECOND;

    private final List<String> log = new ArrayList<>();
    private final List<StoredInterval> logged = new ArrayList<>();
    private final List<ErrorRecord> errors = new ArrayList<>();
    private final List<LiveTable> tables = new ArrayList<>();
    private final IntervalAggregator aggregator = new IntervalAggregator(
            List.of("one", "two"),
            SECOND,
            GRACE,
            new IntervalLog() {
                @Override
                public void interval(IntervalSnapshot snapshot, Delivery delivery) {
                    add(StoredInterval.of(snapshot, delivery));
                }

                @Override
                public void missing(String agent, long sequence, long startNanos, long endNanos) {
                    add(new StoredInterval(
                            agent, sequence, startNanos, endNanos, Delivery.MISSING, false, List.of(), null));
                }

                private void add(StoredInterval interval) {
                    logged.add(interval);
                    log.add(interval.agent() + " " + interval.sequence() + " "
                            + interval.state().label());
                }

                @Override
                public void errors(List<ErrorRecord> totals) {
                    errors.addAll(totals);
                }
            },
            new RunObserver() {
                @Override
                public void interval(LiveTable table) {
                    tables.add(table);
                }
            });

    @Test
    void intervalIsClosedWhenAllAgentsHaveDelivered() {
        aggregator.accept(snapshot("one", 0, 10, false));
        assertThat(log).containsExactly("one 0 on-time");
        assertThat(tables).isEmpty();
        aggregator.accept(snapshot("two", 0, 5, false));
        assertThat(log).containsExactly("one 0 on-time", "two 0 on-time");
        assertThat(tables).hasSize(1);
        assertThat(tables.getFirst().complete()).isTrue();
        assertThat(tables.getFirst().rows()).hasSize(1);
        assertThat(value(tables.getFirst(), OperationColumns.THROUGHPUT)).isEqualTo(15);
        assertThat(tables.getFirst().rows().getFirst().users()).isEqualTo(6);
        assertThat(value(tables.getFirst(), OperationColumns.FAILED)).isEqualTo(2);
    }

    @Test
    void intervalIsMissingAfterTheDeadline() {
        aggregator.accept(snapshot("one", 0, 10, false));
        aggregator.advance(SECOND + GRACE - 1);
        assertThat(tables).isEmpty();
        aggregator.advance(SECOND + GRACE);
        assertThat(log).containsExactly("one 0 on-time", "two 0 missing");
        assertThat(tables.getFirst().complete()).isFalse();
        assertThat(aggregator.missing()).isEqualTo(1);
    }

    @Test
    void lateIntervalIsReportedAndCounted() {
        aggregator.accept(snapshot("one", 0, 10, false));
        aggregator.advance(SECOND + GRACE);
        aggregator.accept(snapshot("two", 0, 5, false));
        assertThat(log).containsExactly("one 0 on-time", "two 0 missing", "two 0 late");
        assertThat(aggregator.missing()).isZero();
        assertThat(aggregator.sent(1, "store").operations("put", OutcomeKind.OK))
                .isEqualTo(15);
    }

    @Test
    void duplicateIntervalCountsOnce() {
        aggregator.accept(snapshot("one", 0, 10, false));
        aggregator.accept(snapshot("one", 0, 10, false));
        assertThat(log).containsExactly("one 0 on-time");
        assertThat(aggregator.sent(1, "store").operations("put", OutcomeKind.OK))
                .isEqualTo(10);
    }

    @Test
    void lostAgentsIntervalsAreMissingUntilTheEnd() {
        aggregator.accept(snapshot("one", 0, 1, false));
        aggregator.accept(snapshot("two", 0, 1, false));
        aggregator.accept(snapshot("one", 1, 1, false));
        aggregator.accept(snapshot("one", 2, 1, true));
        aggregator.finish(3 * SECOND);
        assertThat(log).contains("two 1 missing", "two 2 missing").doesNotContain("two 3 missing");
        assertThat(tables).hasSize(3);
    }

    @Test
    void nothingIsExpectedAfterTheLastInterval() {
        aggregator.accept(snapshot("one", 0, 1, true));
        aggregator.accept(snapshot("two", 0, 1, true));
        aggregator.advance(100 * SECOND);
        aggregator.finish(100 * SECOND);
        assertThat(log).containsExactly("one 0 on-time", "two 0 on-time");
        assertThat(tables).hasSize(1);
        assertThat(aggregator.missing()).isZero();
    }

    /** The late arrival of an agent's last interval shows that it delivers no more intervals. */
    @Test
    void intervalIsClosedWithoutAgentsThatHaveEnded() {
        aggregator.accept(snapshot("one", 0, 1, false));
        aggregator.advance(SECOND + GRACE);
        aggregator.accept(snapshot("one", 1, 1, false));
        aggregator.accept(snapshot("one", 2, 1, false));
        assertThat(tables).hasSize(1);
        aggregator.accept(snapshot("two", 0, 1, true));
        assertThat(log).endsWith("two 0 late");
        assertThat(tables).hasSize(3);
        aggregator.accept(snapshot("one", 3, 1, false));
        assertThat(tables).hasSize(4);
        assertThat(tables.getLast().complete()).isTrue();
    }

    @Test
    void recordReleasedByAnotherAgentIsNotHeld() {
        AcknowledgedItems one = new AcknowledgedItems();
        one.of("order").stored(7);
        one.of("order").stored(8);
        AcknowledgedItems two = new AcknowledgedItems();
        two.of("order").removed(8);
        aggregator.addAcknowledged("one", "1/store", one.collected());
        aggregator.addAcknowledged("two", "1/store", two.collected());
        assertThat(aggregator.sent(1, "store").acknowledged("order").identities())
                .containsExactly(7L);
        assertThat(aggregator.sent(1, "store").acknowledged("other").identities())
                .isEmpty();
        assertThat(aggregator.sent(2, "store").acknowledged("order").identities())
                .isEmpty();
    }

    /** Units consist of operations, which are counted already. */
    @Test
    void liveRowSumsFailuresAndLags() {
        LineInterval.Counts counts = new LineInterval.Counts(60, 10, 5, 7, 11, 13, 10, 0, 0);
        Times lag = times(3, 5_000_000);
        Times reply = times(4, 6_000_000);
        aggregator.accept(interval("one", 0)
                .with(
                        operation("put", counts, times(15, 2_000_000), null, null),
                        operation("get", counts, null, null, null),
                        TestIntervals.line("order", LineInterval.Kind.UNIT, counts),
                        responses("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, histogram(9_000_000)))
                .with(new LagInterval(PhaseWindow.STEADY, lag, reply, null))
                .with(new LagInterval(PhaseWindow.STEADY, lag, null, null))
                .snapshot());
        aggregator.advance(SECOND + GRACE);
        LiveTable.Row row = tables.getFirst().rows().getFirst();
        assertThat(row.totals().failed()).isEqualTo(2 * (7 + 11 + 13));
        assertThat(value(tables.getFirst(), OperationColumns.THROUGHPUT)).isEqualTo(20);
        assertThat(value(tables.getFirst(), OperationColumns.MAX)).isEqualTo(2);
        assertThat(row.dispatchLag().measured()).isEqualTo(6);
        assertThat(row.completionLag().measured()).isEqualTo(4);
    }

    @Test
    void errorsAreSummedAcrossAgentsNotUpdates() {
        aggregator.addErrors("one", "1/store", List.of(error(3, 10, 20)));
        aggregator.addErrors("two", "1/store", List.of(error(4, 5, 15)));
        aggregator.addErrors("one", "1/store", List.of(error(6, 10, 40)));
        assertThat(errors)
                .containsExactly(
                        ErrorRecord.of("1/store", error(3, 10, 20)),
                        ErrorRecord.of("1/store", error(7, 5, 20)),
                        ErrorRecord.of("1/store", error(10, 5, 40)));
    }

    @Test
    void intervalsCloseInOrderForAnyArrivalOrder() {
        aggregator.accept(snapshot("one", 1, 7, false));
        aggregator.accept(snapshot("two", 1, 5, false));
        assertThat(tables).as("interval 0 is awaited").isEmpty();
        aggregator.accept(snapshot("one", 0, 1, false));
        aggregator.accept(snapshot("two", 0, 1, false));
        assertThat(tables)
                .extracting(LiveTable::startNanos, LiveTable::endNanos)
                .containsExactly(tuple(0L, SECOND), tuple(SECOND, 2 * SECOND));
        assertThat(value(tables.getLast(), OperationColumns.THROUGHPUT)).isEqualTo(12);
        assertThat(aggregator.missing()).isZero();
    }

    @Test
    void intervalsOfUnknownAgentsAreIgnored() {
        aggregator.accept(snapshot("three", 0, 1, false));
        assertThat(log).isEmpty();
        assertThat(aggregator.sent(1, "store").operations("put", OutcomeKind.OK))
                .isZero();
    }

    @Test
    void operationsAndCountersAreSummedAcrossAgents() {
        aggregator.accept(snapshot("one", 0, 10, false));
        aggregator.accept(snapshot("two", 0, 5, false));
        aggregator.accept(snapshot("one", 1, 2, false));
        assertThat(aggregator.sent(1, "store").operations("put", OutcomeKind.ERROR))
                .isEqualTo(3);
        assertThat(aggregator.sent(1, "store").operations("put", OutcomeKind.DECLINED))
                .isZero();
        assertThat(aggregator.sent(1, "store").operations("get", OutcomeKind.OK))
                .isZero();
        assertThat(aggregator.sent(2, "store").operations("put", OutcomeKind.OK))
                .isZero();
        assertThat(aggregator.sent(1, "store").counter("rows")).isEqualTo(34);
        assertThat(aggregator.sent(1, "store").counter("others")).isZero();
    }

    private static double value(LiveTable table, Figure figure) {
        return Objects.requireNonNull(figure.value(table.rows().getFirst().totals()))
                .number();
    }

    private static DistinctErrors.Entry error(long count, long first, long last) {
        return new DistinctErrors.Entry("put", "timeout", "gave up", count, first, last);
    }

    private static IntervalSnapshot snapshot(String agent, long sequence, long ok, boolean last) {
        LineInterval.Counts counts = new LineInterval.Counts(ok + 1, ok, 0, 1, 0, 0, ok, 0, 0);
        return interval(agent, sequence)
                .with(operation("put", counts, times(ok, 2_000_000), null, null))
                .counter("rows", 2 * ok)
                .last(last)
                .snapshot();
    }

    private static TestIntervals.Interval interval(String agent, long sequence) {
        return TestIntervals.second(sequence).agent(agent).workload(1, "store").levels(3, 0, 0, 0);
    }

    private static Times times(long count, long nanos) {
        Histogram histogram = new Histogram(1_000, 3_600 * SECOND, 3);
        histogram.recordValueWithCount(nanos, count);
        return new Times(histogram, count * nanos, nanos, nanos, 0);
    }
}
