// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.FinishedRun;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.study.plan.Cell;
import org.plateaubench.app.study.plan.Ledger;
import org.plateaubench.app.study.plan.Sequence;
import org.plateaubench.app.study.plan.StudyFolder;
import org.plateaubench.app.study.plan.StudyPlan;
import org.plateaubench.app.study.plan.StudyPlanner;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.RunFigures;
import org.plateaubench.app.study.run.RunSoftware;
import org.plateaubench.app.study.run.Step;
import org.plateaubench.app.study.run.SutFacts;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.Interruption;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.OwnerFile;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

/**
 * Executes a sequence of runs, one after the other, and records in its ledger which runs were planned, started and
 * ended. If the process is killed, only the current run is lost. One thread executes it; any thread may interrupt it.
 */
public final class SequenceRun {
    private final RunApplication application;
    private final StudyPlan plan;
    private final StudyFolder folder;
    private final NanoClock clock = SystemClock.instance();
    private final StudyObserver observer;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final AtomicReference<@Nullable Interruption> running = new AtomicReference<>();

    private SequenceRun(RunApplication application, StudyPlan plan, StudyFolder folder, StudyObserver observer) {
        this.application = application;
        this.plan = plan;
        this.folder = folder;
        this.observer = observer;
    }

    public static SequenceRun begin(RunApplication application, StudyPlan plan, Path studies, StudyObserver observer)
            throws IOException {
        StudyFolder folder = StudyFolder.create(
                studies, plan.request(), SystemClock.instance().wallTime());
        return new SequenceRun(application, plan, folder, observer);
    }

    /** Continues a sequence from the first run that did not end. */
    public static SequenceRun resume(
            RunApplication application, StudyPlan plan, StudyFolder folder, StudyObserver observer) {
        return new SequenceRun(application, plan, folder, observer);
    }

    public StudyFolder folder() {
        return folder;
    }

    /**
     * Requests the current run and the sequence to end: the first request starts ramp-down, the second stops the run
     * immediately. The run is repeated when the sequence is resumed.
     *
     * @param who the user or signal, worded to follow "by"
     */
    public void interrupt(String who) {
        interrupted.countDown();
        Interruption run = running.get();
        if (run != null) {
            run.request(who);
        }
    }

    /** Ends the current run and the sequence immediately, because the process ends. */
    public void fail(String sentence) {
        interrupted.countDown();
        Interruption run = running.get();
        if (run != null) {
            run.fail(sentence);
        }
    }

    /** Whether it was requested to end. */
    public boolean isInterrupted() {
        return interrupted.getCount() == 0;
    }

    /** Executes the remaining runs and writes the results. */
    public StudyResult carryOut() throws IOException, InterruptedException, WrongConfiguration {
        OwnerFile.write(folder.owner());
        try (Ledger ledger = Ledger.open(folder.path())) {
            StudyFiles.write(folder, StudyResult.of(plan, folder.id(), ledger.ended(), null));
            boolean first = true;
            while (true) {
                Sequence.Next next = plan.sequence().next(ledger.ended());
                if (next instanceof Sequence.End end) {
                    return finish(ledger.ended(), end);
                }
                long begun = clock.nanoTime();
                boolean cooled = first || cool();
                if (!cooled || isInterrupted()) {
                    return finish(ledger.ended(), Sequence.End.INTERRUPTED);
                }
                first = false;
                carryOut(((Sequence.Run) next).step(), begun, ledger);
                // The results so far exist at any time, even after the process is killed.
                StudyFiles.write(folder, StudyResult.of(plan, folder.id(), ledger.ended(), null));
            }
        } finally {
            Files.deleteIfExists(folder.owner());
        }
    }

    private StudyResult finish(List<EndedRun> ended, Sequence.End end) throws IOException {
        StudyResult result = StudyResult.of(plan, folder.id(), ended, end);
        StudyFiles.write(folder, result);
        return result;
    }

    /** Waits between two runs; returns false if the sequence was interrupted in the meantime. */
    private boolean cool() throws InterruptedException {
        Duration pause = plan.coolDown();
        if (pause.isZero()) {
            return true;
        }
        observer.note("Cooling down.");
        return !interrupted.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void carryOut(Step step, long begunNanos, Ledger ledger)
            throws IOException, InterruptedException, WrongConfiguration {
        int number = ledger.ended().size() + 1;
        int most = number - 1 + plan.sequence().remaining(ledger.ended());
        PlannedRun run = application.plan(plan.runFile(), StudyPlanner.joined(plan.settings(), step.settings()));
        ledger.planned(now(), step);
        Cell.Scenario scenario = plan.cell(step.cell()).map(Cell::scenario).orElse(Cell.Scenario.USUAL);
        Hooks hooks = new Hooks(folder.path(), interrupted);
        List<String> flaws = hooks.run(scenario.before());
        EndedRun ended;
        if (isInterrupted()) {
            ended = new EndedRun(step, "", Outcome.INTERRUPTED, 0, List.of(), List.of());
        } else if (flaws.isEmpty()) {
            ended = measured(step, run, () -> observer.begins(number, most, step, run), ledger);
        } else {
            observer.begins(number, most, step, run);
            ended = new EndedRun(step, "", Outcome.NOT_CARRIED_OUT, 0, List.of(), flaws);
        }
        hooks.run(scenario.after()).forEach(observer::note);
        EndedRun whole = ended.lasting((clock.nanoTime() - begunNanos) / Nanos.PER_SECOND);
        ledger.ended(now(), whole);
        observer.ended(number, whole);
    }

    /** Executes a run; its duration is not yet set. */
    private EndedRun measured(Step step, PlannedRun run, Supplier<RunObserver> begins, Ledger ledger)
            throws InterruptedException {
        Interruption interruption = new Interruption();
        running.set(interruption);
        if (isInterrupted()) {
            interruption.request("a request before it began");
        }
        try {
            Consumer<RunFolder> begun = made -> note(ledger, step, made);
            FinishedRun finished = application.run(run, begins.get(), interruption, begun);
            Outcome outcome = Outcome.of(finished);
            RunReports reports = finished.reports();
            return new EndedRun(
                    step,
                    finished.folder().runId(),
                    outcome,
                    0,
                    outcome.isEvidence()
                            ? RunFigures.of(
                                    Installation.judged(finished.folder().path()))
                            : List.of(),
                    reasons(finished),
                    reports == null ? null : SutFacts.of(reports.run().environment()),
                    reports == null ? null : reports.judgement().score(),
                    reports == null ? null : RunSoftware.of(reports.run()));
        } catch (IOException | UncheckedIOException e) {
            return new EndedRun(
                    step, "", Outcome.NOT_CARRIED_OUT, 0, List.of(), List.of(String.valueOf(e.getMessage())));
        } finally {
            running.set(null);
        }
    }

    private void note(Ledger ledger, Step step, RunFolder made) {
        try {
            ledger.started(now(), step, made.runId());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> reasons(FinishedRun finished) {
        if (!finished.end().sentences().isEmpty() || finished.reports() == null) {
            return finished.end().sentences();
        }
        return Stream.concat(
                        Outcome.failures(finished.reports().run()).stream(),
                        finished.reports().judgement().reasons().stream()
                                .filter(reason -> reason.severity().verdict() != Verdict.PASS)
                                .map(Reason::message))
                .limit(5)
                .toList();
    }

    private String now() {
        Instant now = clock.wallTime();
        return now.toString();
    }
}
