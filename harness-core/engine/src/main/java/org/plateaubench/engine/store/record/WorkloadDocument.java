// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.HistogramTag.Kind;
import org.plateaubench.measure.interval.HistogramTag.Population;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** A workload in the line of an interval. Draws, flow and attendance are absent where nothing was measured. */
@JsonInclude(Include.NON_NULL)
record WorkloadDocument(
        int tile,
        String workload,
        int liveUsers,
        int inFlight,
        int queued,
        int lostUsers,
        @Nullable Integer backlog,
        @Nullable List<Draws> draws,
        ScheduleInterval.@Nullable Flow flow,
        @JsonInclude(Include.NON_EMPTY) List<Attendance> attendance,
        Map<String, Long> counters,
        Map<String, Double> gauges,
        List<Lag> lags,
        List<LineDocument> lines) {
    static WorkloadDocument of(WorkloadInterval workload) {
        WorkloadInterval.Levels levels = workload.levels();
        ScheduleInterval schedule = workload.schedule();
        boolean knowsSchedule = schedule.flow() != null;
        Map<String, Double> gauges = new LinkedHashMap<>(workload.gauges());
        gauges.values().removeIf(level -> !Double.isFinite(level));
        return new WorkloadDocument(
                workload.tile(),
                workload.workload(),
                levels.liveUsers(),
                levels.inFlight(),
                levels.queued(),
                levels.lostUsers(),
                levels.countsBacklog() ? levels.backlog() : null,
                knowsSchedule ? schedule.draws().stream().map(Draws::of).toList() : null,
                schedule.flow(),
                knowsSchedule ? schedule.attendance() : List.of(),
                workload.counters(),
                gauges,
                workload.lags().stream().map(Lag::of).toList(),
                workload.lines().stream().map(LineDocument::of).toList());
    }

    WorkloadInterval interval() {
        return new WorkloadInterval(
                tile,
                // The same few names are in every line of a long run, so they are shared.
                workload.intern(),
                lines.stream().map(LineDocument::interval).toList(),
                lags.stream().map(Lag::interval).toList(),
                new WorkloadInterval.Levels(
                        liveUsers,
                        inFlight,
                        queued,
                        lostUsers,
                        backlog == null ? WorkloadInterval.Levels.NOT_COUNTED : backlog),
                schedule(),
                counters,
                gauges);
    }

    private ScheduleInterval schedule() {
        if (flow == null) {
            return ScheduleInterval.UNKNOWN;
        }
        if (draws == null) {
            throw new IllegalArgumentException("'draws' is missing");
        }
        return new ScheduleInterval(draws.stream().map(Draws::draws).toList(), flow, attendance);
    }

    void forEachCount(ObjLongConsumer<HistogramTag> taker) {
        for (LineDocument line : lines) {
            count(line.line(), Kind.RESPONSE, Population.OK, line.window(), line.response(), taker);
            count(line.line(), Kind.SERVICE, Population.OK, line.window(), line.service(), taker);
            count(line.line(), Kind.RESPONSE, Population.ERROR, line.window(), line.error(), taker);
        }
        for (Lag lag : lags) {
            String harness = HistogramTag.HARNESS;
            count(harness, Kind.DISPATCH_LAG, Population.OK, lag.window(), lag.dispatch(), taker);
            count(harness, Kind.COMPLETION_LAG, Population.OK, lag.window(), lag.completion(), taker);
            count(harness, Kind.WAKE_UP_LAG, Population.OK, lag.window(), lag.wakeUp(), taker);
        }
    }

    private void count(
            String line,
            Kind kind,
            Population population,
            PhaseWindow window,
            @Nullable TimesDocument times,
            ObjLongConsumer<HistogramTag> taker) {
        if (times != null) {
            taker.accept(new HistogramTag(tile, workload, line, kind, population, window), times.inHistogram());
        }
    }

    /** The draws of the schedule for the units of one window. */
    record Draws(
            PhaseWindow window,
            Map<Integer, Long> choices,
            Map<Integer, Long> gapNanos,
            long freeGaps,
            long drawnFreeGapNanos,
            long actualFreeGapNanos) {
        static Draws of(ScheduleInterval.Draws draws) {
            ScheduleInterval.Gaps free = draws.freeGaps();
            return new Draws(
                    draws.window(),
                    draws.choices(),
                    draws.gapNanos(),
                    free.count(),
                    free.drawnNanos(),
                    free.actualNanos());
        }

        ScheduleInterval.Draws draws() {
            return new ScheduleInterval.Draws(
                    window,
                    choices,
                    gapNanos,
                    new ScheduleInterval.Gaps(freeGaps, drawnFreeGapNanos, actualFreeGapNanos));
        }
    }

    /** The harness's own lateness in one window. */
    @JsonInclude(Include.NON_NULL)
    record Lag(
            PhaseWindow window,
            @Nullable TimesDocument dispatch,
            @Nullable TimesDocument completion,
            @Nullable TimesDocument wakeUp) {
        static Lag of(LagInterval lag) {
            return new Lag(
                    lag.window(),
                    TimesDocument.of(lag.dispatch()),
                    TimesDocument.of(lag.completion()),
                    TimesDocument.of(lag.wakeUp()));
        }

        LagInterval interval() {
            return new LagInterval(
                    window,
                    TimesDocument.times(dispatch),
                    TimesDocument.times(completion),
                    TimesDocument.times(wakeUp));
        }
    }

    /**
     * An operation, unit or series in the line of an interval. Rare values are omitted when they are zero, because every
     * interval has such a document for each operation.
     */
    @JsonInclude(Include.NON_NULL)
    record LineDocument(
            String line,
            LineInterval.Kind kind,
            PhaseWindow window,
            long issued,
            long ok,
            long declined,
            long errors,
            @JsonInclude(Include.NON_DEFAULT) long abandoned,
            @JsonInclude(Include.NON_DEFAULT) long dropped,
            long okEnds,
            @JsonInclude(Include.NON_DEFAULT) long censored,
            @JsonInclude(Include.NON_DEFAULT) long longestCensoredNanos,
            @JsonInclude(Include.NON_EMPTY) Map<String, Long> errorsByClass,
            @JsonInclude(Include.NON_EMPTY) Map<String, Long> declinedByReason,
            @Nullable TimesDocument response,
            @Nullable TimesDocument service,
            @Nullable TimesDocument error) {
        static LineDocument of(LineInterval line) {
            LineInterval.Counts counts = line.counts();
            return new LineDocument(
                    line.line(),
                    line.kind(),
                    line.window(),
                    counts.issued(),
                    counts.ok(),
                    counts.declined(),
                    counts.errors(),
                    counts.abandoned(),
                    counts.dropped(),
                    counts.okEnds(),
                    counts.censored(),
                    counts.longestCensoredNanos(),
                    line.errorsByClass(),
                    line.declinedByReason(),
                    TimesDocument.of(line.response()),
                    TimesDocument.of(line.service()),
                    TimesDocument.of(line.error()));
        }

        LineInterval interval() {
            return new LineInterval(
                    line.intern(),
                    kind,
                    window,
                    new LineInterval.Counts(
                            issued, ok, declined, errors, abandoned, dropped, okEnds, censored, longestCensoredNanos),
                    errorsByClass,
                    declinedByReason,
                    TimesDocument.times(response),
                    TimesDocument.times(service),
                    TimesDocument.times(error));
        }
    }
}
