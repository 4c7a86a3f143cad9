// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.IntervalLog;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.ComparedData;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.wire.TelemetrySample;

/** Adds records to a run, except those that it already has. Not thread-safe. */
public final class ResumedRecords implements RunJournal, IntervalLog {
    private static final long NO_TIME = Long.MIN_VALUE;

    private final RunWriter writer;
    private final Set<List<Object>> known = new HashSet<>();
    private final Map<List<String>, Long> errorCounts = new HashMap<>();
    /** The intervals of the run by agent and number, with their deliveries. */
    private final Map<List<Object>, Delivery> intervals = new HashMap<>();

    private int added;
    private long endNanos;

    public ResumedRecords(StoredRun run, RunWriter writer) {
        this.writer = writer;
        run.events()
                .forEach(event -> known.add(List.of(event.type(), event.runNanos(), event.scope(), event.message())));
        run.events()
                .forEach(event ->
                        event.as(ComparedData.class).ifPresent(compared -> known.add(row(event.scope(), compared))));
        run.telemetry().forEach(point -> known.add(List.of(point.series(), point.runNanos(), point.source(), "")));
        run.errors().forEach(error -> errorCounts.put(error.key(), error.count()));
        run.intervals().forEach(interval -> {
            intervals.put(List.of(interval.agent(), interval.sequence()), interval.state());
            endNanos = interval.state() == Delivery.MISSING ? endNanos : Math.max(endNanos, interval.endNanos());
        });
    }

    /** The key of a row of a reconciliation, which is written only once, even if it is compared again. */
    private static List<Object> row(String scope, ComparedData compared) {
        return List.of(EventType.RECONCILIATION.label(), NO_TIME, scope, String.valueOf(compared.what()));
    }

    @Override
    public void event(EventDetails event, String scope, String message) {
        if (!(event instanceof ComparedData compared) || known.add(row(scope, compared))) {
            writer.event(event, scope, message);
        }
    }

    @Override
    public void eventAt(long runNanos, EventDetails event, String scope, String message) {
        if (known.add(List.of(EventType.of(event).label(), runNanos, scope, message))) {
            writer.eventAt(runNanos, event, scope, message);
        }
    }

    @Override
    public void telemetry(List<TelemetrySample> samples) {
        writer.telemetry(samples.stream()
                .filter(sample -> known.add(List.of(sample.series(), sample.runNanos(), sample.source(), "")))
                .toList());
    }

    /** Writes an interval as late. */
    @Override
    public void interval(IntervalSnapshot snapshot, Delivery delivery) {
        Delivery stored = intervals.put(List.of(snapshot.agent(), snapshot.sequence()), Delivery.LATE);
        if (stored == null || stored == Delivery.MISSING) {
            writer.interval(snapshot, Delivery.LATE);
            added++;
            endNanos = Math.max(endNanos, snapshot.endNanos());
        }
    }

    @Override
    public void missing(String agent, long sequence, long startNanos, long expectedEndNanos) {
        if (intervals.putIfAbsent(List.of(agent, sequence), Delivery.MISSING) == null) {
            writer.missing(agent, sequence, startNanos, expectedEndNanos);
        }
    }

    public int added() {
        return added;
    }

    public long endNanos() {
        return endNanos;
    }

    /** Writes counts of errors, except counts that are lower than those already stored, because the last one counts. */
    @Override
    public void errors(List<ErrorRecord> errors) {
        writer.errors(errors.stream()
                .filter(error -> {
                    boolean isMore = error.count() > errorCounts.getOrDefault(error.key(), 0L);
                    if (isMore) {
                        errorCounts.put(error.key(), error.count());
                    }
                    return isMore;
                })
                .toList());
    }

    @Override
    public @Nullable String failure() {
        return writer.failure();
    }
}
