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
 * Reports the forecast of a running run as events, whenever it changes, from data that is stored anyway. Wraps the log of intervals
 * and the observer, and passes everything on to both. Events are written on the controller's thread; what they say is computed
 * beside it, since with many workloads that takes seconds, in which the run would stand still.
 */
public final class ForecastPublisher implements IntervalLog, RunObserver {
    /** Gap between two forecasts, which take processor time from the load: the first one, and that of a long run. */
    private static final long FIRST_GAP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long LONGEST_GAP_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** The least time between two forecasts, in multiples of the processor time of the first. */
    private static final long REST = 10;
    /** Greatest number of sentences in one message; the details have all. */
    private static final int MOST = 3;

    private final IntervalLog log;
    private final RunJournal journal;
    private final RunObserver observer;
    private final long steadyStartNanos;
    /** Intervals that are not closed, without their histograms: those of 100 agents would take gigabytes. */
    private final List<StoredInterval> open = new ArrayList<>();

    /** The histograms of these intervals, merged over the agents, by the start of the interval. */
    private final NavigableMap<Long, StoredHistograms> openHistograms = new TreeMap<>();

    /** What the outlook has not received yet. */
    private final List<Consumer<Outlook>> news = new ArrayList<>();

    private final Executor executor;
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    /** Whether an answer is awaited: until then the outlook is that of another thread. */
    private boolean isAsked;

    private @Nullable Outlook outlook;
    private Set<String> said = Set.of();
    private long nextNanos;

    /**
     * What is foreseen.
     *
     * @param fault why nothing is, null when something may be
     * @param cpuNanos processor time that it took
     */
    private record Answer(List<Forecast> foreseen, @Nullable Throwable fault, long cpuNanos) {}

    /**
     * A publisher for a run that has not begun.
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
            errors.forEach(total -> news.add(known -> known.error(new ErrorRecord(
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
            giveUp(e);
        }
        hear(table.endNanos());
        Outlook known = outlook;
        if (known != null && !isAsked && table.endNanos() >= nextNanos) {
            nextNanos = afterNanos(table.endNanos());
            ask(known);
            hear(table.endNanos());
        }
    }

    private void close(long endNanos) {
        List<StoredInterval> closed = open.stream()
                .filter(interval -> interval.startNanos() < endNanos)
                .sorted(Comparator.comparingLong(StoredInterval::startNanos).thenComparing(StoredInterval::agent))
                .toList();
        open.removeIf(interval -> interval.startNanos() < endNanos);
        closed.forEach(interval -> news.add(known -> known.interval(interval)));
        NavigableMap<Long, StoredHistograms> merged = openHistograms.headMap(endNanos, false);
        merged.values().forEach(histograms -> news.add(known -> known.histograms(histograms)));
        merged.clear();
    }

    private void ask(Outlook known) {
        List<Consumer<Outlook>> received = List.copyOf(news);
        news.clear();
        isAsked = true;
        executor.execute(() -> answer.set(answered(known, received)));
    }

    private static Answer answered(Outlook known, List<Consumer<Outlook>> received) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        try {
            received.forEach(one -> one.accept(known));
            List<Forecast> foreseen = known.foreseen();
            return new Answer(foreseen, null, threads.getCurrentThreadCpuTime() - before);
        } catch (RuntimeException | StackOverflowError e) {
            return new Answer(List.of(), e, 0);
        }
    }

    /** Reports an answer that has come. */
    private void hear(long nowNanos) {
        Answer came = answer.getAndSet(null);
        if (came == null) {
            return;
        }
        isAsked = false;
        if (came.fault() != null) {
            giveUp(came.fault());
        } else if (outlook != null) {
            nextNanos = Math.max(nextNanos, nowNanos + REST * came.cpuNanos());
            publish(came.foreseen());
        }
    }

    /** A run continues without its forecast; the judge will decide. */
    private void giveUp(Throwable fault) {
        outlook = null;
        open.clear();
        openHistograms.clear();
        news.clear();
        write(EventType.FAULT, "No further forecast is made for this run, because of a fault of the harness: " + fault);
    }

    /**
     * When to forecast again: never within the first seconds of the steady state, which predict little, then right
     * after them, and then whenever the steady state is half as long again.
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
        if (now.keySet().equals(said)) {
            return;
        }
        List<Forecast> added = now.entrySet().stream()
                .filter(entry -> !said.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        String fresh = Forecast.sentences(added.subList(0, Math.min(MOST, added.size())))
                + (added.size() > MOST ? " And " + (added.size() - MOST) + " more." : "");
        String gone = now.isEmpty()
                ? "The earlier forecast for the verdict of this run no longer holds."
                : "Part of the earlier forecast no longer holds. "
                        + foreseen.getFirst().sentence();
        said = new LinkedHashSet<>(now.keySet());
        write(
                new EventDetails.Forecasts(
                        foreseen.stream().map(Forecast::foreseen).toList()),
                fresh.isEmpty() ? gone : fresh);
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
            news.add(known -> known.event(lost));
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
        hear(runNanos);
    }
}
