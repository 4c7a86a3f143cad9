// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.aggregate.AgentInterval;
import org.plateaubench.engine.aggregate.IntervalLog;
import org.plateaubench.engine.judge.figures.total.StoredHistograms;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.record.ErrorRecord;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.engine.store.record.StoredIntervals;
import org.plateaubench.measure.interval.IntervalSnapshot;

/**
 * Reports the forecast of a running run as events, whenever it changes, from data that is stored anyway. Wraps the log
 * of intervals and the observer, and passes everything on to both. Events are written on the controller's thread;
 * forecasts are computed on another thread, because with many workloads this takes seconds, for which it would block
 * the run.
 */
public final class ForecastPublisher implements IntervalLog, RunObserver {
    /** The time between two forecasts, which take processor time from the load: at first, and in a long run. */
    private static final long FIRST_GAP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long LONGEST_GAP_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** The smallest time between two forecasts, in multiples of the processor time of the earlier one. */
    private static final long REST = 10;
    /** The greatest number of sentences in one message; the details of the event contain all. */
    private static final int MOST = 3;

    private final IntervalLog log;
    private final RunJournal journal;
    private final RunObserver observer;
    private final long steadyStartNanos;
    /** Intervals that are not closed, without their histograms: those of 100 agents would take gigabytes. */
    private final List<StoredInterval> open = new ArrayList<>();

    /** The histograms of these intervals, merged over the agents, by the start of the interval. */
    private final NavigableMap<Long, StoredHistograms> openHistograms = new TreeMap<>();

    /** Updates that the outlook has not received yet. */
    private final List<Consumer<Outlook>> updates = new ArrayList<>();

    private final Executor executor;
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    /** Whether a forecast is being computed; until it is finished, the outlook belongs to the other thread. */
    private boolean isAsked;

    private @Nullable Outlook outlook;
    private Set<String> reported = Set.of();
    private long nextNanos;

    /**
     * The result of a computation.
     *
     * @param fault the failure of the computation, null if it succeeded
     * @param cpuNanos processor time of the computation
     */
    private record Answer(List<Forecast> foreseen, @Nullable Throwable fault, long cpuNanos) {}

    /**
     * Creates a publisher for a run that has not begun.
     *
     * @param log log of intervals
     * @param journal journal of events
     * @param observer observer of the run
     */
    public ForecastPublisher(RunPlan plan, IntervalLog log, RunJournal journal, RunObserver observer) {
        this(
                plan,
                log,
                journal,
                observer,
                task -> Thread.ofPlatform().daemon().name("plateau-forecast").start(task));
    }

    ForecastPublisher(RunPlan plan, IntervalLog log, RunJournal journal, RunObserver observer, Executor executor) {
        this.outlook = new Outlook(plan);
        this.steadyStartNanos = plan.phases().steadyStartNanos();
        this.log = log;
        this.journal = journal;
        this.observer = observer;
        this.executor = executor;
    }

    @Override
    public synchronized void interval(AgentInterval interval) {
        log.interval(interval);
        if (outlook != null) {
            open.add(StoredIntervals.of(interval));
            IntervalSnapshot snapshot = interval.snapshot();
            if (snapshot != null) {
                openHistograms
                        .computeIfAbsent(interval.startNanos(), start -> StoredHistograms.ofNothing())
                        .add(snapshot);
            }
        }
    }

    @Override
    public synchronized void errors(List<ErrorTotal> errors) {
        log.errors(errors);
        if (outlook != null) {
            errors.forEach(total -> updates.add(target -> target.error(new ErrorRecord(
                    total.scope(),
                    total.error().operation(),
                    total.error().errorClass(),
                    total.error().message(),
                    total.error().count(),
                    total.error().firstNanos(),
                    total.error().lastNanos()))));
        }
    }

    @Override
    public synchronized void interval(LiveTable table) {
        observer.interval(table);
        if (outlook == null) {
            return;
        }
        try {
            close(table.endNanos());
        } catch (RuntimeException e) {
            stopForecasting(e);
        }
        report(table.endNanos());
        Outlook target = outlook;
        if (target != null && !isAsked && table.endNanos() >= nextNanos) {
            nextNanos = afterNanos(table.endNanos());
            ask(target);
            report(table.endNanos());
        }
    }

    private void close(long endNanos) {
        List<StoredInterval> closed = open.stream()
                .filter(interval -> interval.startNanos() < endNanos)
                .sorted(Comparator.comparingLong(StoredInterval::startNanos).thenComparing(StoredInterval::agent))
                .toList();
        open.removeIf(interval -> interval.startNanos() < endNanos);
        closed.forEach(interval -> updates.add(target -> target.interval(interval)));
        NavigableMap<Long, StoredHistograms> merged = openHistograms.headMap(endNanos, false);
        merged.values().forEach(histograms -> updates.add(target -> target.histograms(histograms)));
        merged.clear();
    }

    private void ask(Outlook target) {
        List<Consumer<Outlook>> received = List.copyOf(updates);
        updates.clear();
        isAsked = true;
        executor.execute(() -> answer.set(answered(target, received)));
    }

    private static Answer answered(Outlook target, List<Consumer<Outlook>> received) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        try {
            received.forEach(one -> one.accept(target));
            List<Forecast> foreseen = target.foreseen();
            return new Answer(foreseen, null, threads.getCurrentThreadCpuTime() - before);
        } catch (RuntimeException | StackOverflowError e) {
            return new Answer(List.of(), e, 0);
        }
    }

    /** Reports a finished computation. */
    private void report(long nowNanos) {
        Answer finished = answer.getAndSet(null);
        if (finished == null) {
            return;
        }
        isAsked = false;
        if (finished.fault() != null) {
            stopForecasting(finished.fault());
        } else if (outlook != null) {
            nextNanos = Math.max(nextNanos, nowNanos + REST * finished.cpuNanos());
            publish(finished.foreseen());
        }
    }

    /** Stops forecasting after a fault; the run continues, and the judge will decide. */
    private void stopForecasting(Throwable fault) {
        outlook = null;
        open.clear();
        openHistograms.clear();
        updates.clear();
        write(EventType.FAULT, "No further forecast is made for this run, because of a fault of the harness: " + fault);
    }

    /**
     * The time until the next forecast: none within the first seconds of the steady state, which predict little, one
     * right after them, and then one whenever the steady state is half as long again.
     */
    private long afterNanos(long nowNanos) {
        long steadyNanos = nowNanos - steadyStartNanos;
        if (steadyNanos + FIRST_GAP_NANOS < 0) {
            return nowNanos + FIRST_GAP_NANOS;
        }
        return steadyNanos < FIRST_GAP_NANOS
                ? steadyStartNanos + FIRST_GAP_NANOS
                : nowNanos + Math.clamp(steadyNanos / 2, FIRST_GAP_NANOS, LONGEST_GAP_NANOS);
    }

    private void publish(List<Forecast> foreseen) {
        Map<String, Forecast> now = new LinkedHashMap<>();
        foreseen.forEach(forecast -> now.put(
                forecast.certainty() + " " + forecast.verdict() + " "
                        + forecast.reason().rule() + " "
                        + forecast.reason().scope() + " " + forecast.reason().unit() + " "
                        + forecast.reason().bound(),
                forecast));
        if (now.keySet().equals(reported)) {
            return;
        }
        List<Forecast> added = now.entrySet().stream()
                .filter(entry -> !reported.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        String message = Forecast.sentences(added.subList(0, Math.min(MOST, added.size())))
                + (added.size() > MOST ? " And " + (added.size() - MOST) + " more." : "");
        String gone = now.isEmpty()
                ? "The earlier forecast for the verdict of this run no longer holds."
                : "Part of the earlier forecast no longer holds. "
                        + foreseen.getFirst().sentence();
        reported = new LinkedHashSet<>(now.keySet());
        write(
                new EventDetails.Forecasts(
                        foreseen.stream().map(Forecast::foreseen).toList()),
                message.isEmpty() ? gone : message);
    }

    private void write(EventDetails event, String message) {
        journal.event(event, "", message);
        observer.event(event, "", message);
    }

    @Override
    public synchronized void event(EventDetails event, String scope, String message) {
        observer.event(event, scope, message);
        // A SUT that could not be started ends the run before its load.
        if ((event == EventType.AGENT_LOST || event instanceof EventDetails.SutFailed) && outlook != null) {
            RunEvent lost = RunEvent.of(Instant.EPOCH, 0, event, scope, message);
            updates.add(target -> target.event(lost));
            nextNanos = 0;
        }
    }

    @Override
    public void phase(Phase phase, long runNanos, long expectedEndNanos) {
        observer.phase(phase, runNanos, expectedEndNanos);
    }

    @Override
    public void progress(String scope, String activity, long done, long total, String unit) {
        observer.progress(scope, activity, done, total, unit);
    }

    @Override
    public synchronized void tick(long runNanos) {
        observer.tick(runNanos);
        report(runNanos);
    }
}
