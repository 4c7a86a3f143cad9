// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.app.study.StudyFolder.Ledger;
import org.plateaubench.engine.config.StudySpec.ScenarioSpec;
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

/** Runs a sequence and records it in a ledger; a kill loses only the current run. Any thread may interrupt it. */
public final class SequenceRun {
    private static final String LOG = "hooks.log";
    private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

    private final RunApplication application;
    private final StudyPlan plan;
    private final StudyFolder folder;
    private final List<EndedRun> ended = new ArrayList<>();
    private final NanoClock clock = SystemClock.instance();
    private final Observer observer;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final AtomicReference<@Nullable Interruption> running = new AtomicReference<>();

    /** Observes a sequence of runs. Called on the thread that executes it. */
    public interface Observer {
        /** {@code lastNumber} is the expected number of the last run, if no further run is invalid. */
        RunObserver begins(int number, int lastNumber, Step step, PlannedRun run);

        void ended(int number, EndedRun run);

        void note(String sentence);
    }

    /** Continues the sequence of a folder. */
    public SequenceRun(RunApplication application, StudyPlan plan, StudyFolder folder, Observer observer) {
        this.application = application;
        this.plan = plan;
        this.folder = folder;
        this.observer = observer;
    }

    public static SequenceRun begin(RunApplication application, StudyPlan plan, Path studies, Observer observer)
            throws IOException {
        StudyFolder folder = StudyFolder.create(
                studies, plan.request(), SystemClock.instance().wallTime());
        return new SequenceRun(application, plan, folder, observer);
    }

    public StudyFolder folder() {
        return folder;
    }

    /**
     * Requests the current run and the sequence to end: the first request starts ramp-down, the second stops the run
     * immediately. The run is repeated when the sequence is resumed.
     *
     * @param requester the user or signal, worded to follow "by"
     */
    public void interrupt(String requester) {
        end(run -> run.request(requester));
    }

    /** Ends the current run and the sequence immediately, because the process ends. */
    public void fail(String sentence) {
        end(run -> run.fail(sentence));
    }

    private void end(Consumer<Interruption> request) {
        interrupted.countDown();
        Interruption run = running.get();
        if (run != null) {
            request.accept(run);
        }
    }

    public boolean isInterrupted() {
        return interrupted.getCount() == 0;
    }

    public StudyResult carryOut() throws IOException, InterruptedException, WrongConfiguration {
        OwnerFile.write(folder.owner());
        try {
            ended.addAll(folder.ended());
            write(null);
            boolean first = true;
            while (true) {
                Next next = plan.sequence().next(ended);
                if (next instanceof Sequence.End end) {
                    return write(end);
                }
                long begun = clock.nanoTime();
                if (!first && !plan.coolDown().isZero()) {
                    observer.note("Cooling down.");
                    interrupted.await(plan.coolDown().toNanos(), TimeUnit.NANOSECONDS);
                }
                if (isInterrupted()) {
                    return write(Sequence.End.INTERRUPTED);
                }
                first = false;
                carryOut((Step) next, begun);
                // Stores the results so far, for the case that the process is killed.
                write(null);
            }
        } finally {
            Files.deleteIfExists(folder.owner());
        }
    }

    private StudyResult write(Sequence.@Nullable End end) throws IOException {
        StudyResult result = StudyResult.of(plan, folder.id(), ended, end);
        folder.write(result);
        return result;
    }

    private void storeCurrent(Step step, String runId) throws IOException {
        String since = clock.wallTime().toString();
        folder.write(new Ledger(ended, new StudyFolder.Current(step.cell(), step.trial(), runId, since)));
    }

    private void carryOut(Step step, long begunNanos) throws IOException, InterruptedException, WrongConfiguration {
        int number = ended.size() + 1;
        int lastNumber = number - 1 + plan.sequence().remaining(ended);
        PlannedRun run = application.plan(plan.source(), StudyPlanner.joined(plan.settings(), step.settings()));
        storeCurrent(step, "");
        ScenarioSpec scenario = plan.scenario(step.cell());
        String failure = hooks(scenario == null ? List.of() : scenario.before());
        EndedRun measured;
        if (isInterrupted()) {
            measured = EndedRun.withoutResult(step, "", Outcome.INTERRUPTED, 0, List.of());
        } else {
            RunObserver shown = observer.begins(number, lastNumber, step, run);
            measured = failure.isEmpty()
                    ? measure(step, run, shown)
                    : EndedRun.withoutResult(step, "", Outcome.NOT_CARRIED_OUT, 0, List.of(failure));
        }
        String failureAfter = hooks(scenario == null ? List.of() : scenario.after());
        if (!failureAfter.isEmpty()) {
            observer.note(failureAfter);
        }
        EndedRun timed = measured.withSeconds((clock.nanoTime() - begunNanos) / Nanos.PER_SECOND);
        if (timed.outcome() != Outcome.INTERRUPTED) {
            ended.add(timed);
        }
        folder.write(new Ledger(ended, null));
        observer.ended(number, timed);
    }

    private EndedRun measure(Step step, PlannedRun run, RunObserver shown) throws InterruptedException {
        Interruption interruption = new Interruption();
        running.set(interruption);
        if (isInterrupted()) {
            interruption.request("a request before it began");
        }
        try {
            FinishedRun finished = application.run(run, shown, interruption, created -> note(step, created));
            String runId = finished.folder().runId();
            RunReports reports = finished.reports();
            return reports == null
                    ? EndedRun.withoutResult(
                            step,
                            runId,
                            Outcome.NOT_CARRIED_OUT,
                            0,
                            finished.end().sentences())
                    : EndedRun.of(step, runId, reports.run(), reports.judgement(), 0, reasons(finished, reports));
        } catch (IOException | UncheckedIOException e) {
            return EndedRun.withoutResult(
                    step, "", Outcome.NOT_CARRIED_OUT, 0, List.of(String.valueOf(e.getMessage())));
        } finally {
            running.set(null);
        }
    }

    private void note(Step step, RunFolder created) {
        try {
            storeCurrent(step, created.runId());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> reasons(FinishedRun finished, RunReports reports) {
        return !finished.end().sentences().isEmpty()
                ? finished.end().sentences()
                : Stream.concat(
                                Outcome.failures(reports.run()).stream(),
                                reports.judgement().reasons().stream()
                                        .filter(reason -> reason.severity().verdict() != Verdict.PASS)
                                        .map(Reason::message))
                        .limit(5)
                        .toList();
    }

    /** Runs commands of a scenario up to the first that fails; returns a sentence about the failure, empty for none. */
    private String hooks(List<List<String>> commands) throws InterruptedException {
        for (List<String> command : commands) {
            String failure = hook(command);
            if (!failure.isEmpty()) {
                return failure;
            }
        }
        return "";
    }

    private String hook(List<String> command) throws InterruptedException {
        String named = "The command '" + String.join(" ", command) + "' of the scenario ";
        Path log = folder.path().resolve(LOG);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (process.waitFor(COMMAND_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue() == 0
                        ? ""
                        : named + "ended with exit code " + process.exitValue() + "; its output is in " + log + ".";
            }
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            return named + "had not ended after " + COMMAND_TIMEOUT.toMinutes() + " minutes.";
        } catch (IOException e) {
            return named + "could not be started: " + e.getMessage() + ".";
        }
    }
}
