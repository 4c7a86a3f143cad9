// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.ProcessLock;
import org.plateaubench.app.ProcessLock.RigLock;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunTicket;
import org.plateaubench.app.RunTicket.RunRequests;
import org.plateaubench.app.study.EndedRun;
import org.plateaubench.app.study.SequenceRun;
import org.plateaubench.app.study.Step;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyPlan;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.app.study.StudyResult;
import org.plateaubench.app.study.StudyText;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.ProcessEnd;
import org.plateaubench.cli.command.RunDisplay;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.event.RunObserver;

final class SequenceExecution {
    private final RunApplication application;
    private final RunOptions options;
    private final PrintStream out;
    private final Optional<RunTicket> ticket;
    private @Nullable SequenceRun sequence;

    SequenceExecution(RunApplication application, RunOptions options, Optional<RunTicket> ticket) {
        this.application = application;
        this.options = options;
        this.ticket = ticket;
        out = options.out();
    }

    StudyPlanner planner() {
        return new StudyPlanner(application);
    }

    int begin(StudyPlan plan) throws IOException, WrongConfiguration, InterruptedException {
        planner().requireSecrets(plan);
        return carryOutLocked(
                () -> SequenceRun.begin(application, plan, options.studies.path(), new PrintedProgress(plan)));
    }

    int resume(StudyFolder folder) throws IOException, WrongConfiguration, InterruptedException {
        StudyPlan plan = planner().planAgain(folder.request());
        planner().requireSecrets(plan);
        return carryOutLocked(() -> new SequenceRun(application, plan, folder, new PrintedProgress(plan)));
    }

    private interface Start {
        SequenceRun start() throws IOException;
    }

    @SuppressWarnings("try") // The lock on the rig is only held.
    private int carryOutLocked(Start start) throws IOException, WrongConfiguration, InterruptedException {
        Optional<ProcessLock> rig = RigUse.take(application.runs(), ProcessLock.Use.ALONE);
        if (rig.isEmpty()) {
            return RigUse.refuse(application.runs(), ticket);
        }
        try (ProcessLock lock = rig.get()) {
            sequence = start.start();
            return carryOut(sequence);
        }
    }

    @SuppressWarnings("try") // The work is only kept open.
    private int carryOut(SequenceRun run) throws IOException, WrongConfiguration, InterruptedException {
        options.input.onEnd(() -> run.fail("The program that started this run has ended."));
        Signals.onInterrupts(
                signal -> run.interrupt(RunRequests.requester(run.folder().path(), signal)));
        String folder = run.folder().path().toString();
        if (!options.quiet) {
            out.println("Results: " + folder);
        }
        try (ProcessEnd.Work work = ProcessEnd.begin(run::fail)) {
            StudyResult result = run.carryOut();
            System.out.print(options.json ? Documents.text(result) : CommandName.in(StudyText.of(result, folder)));
            return run.isInterrupted()
                    ? ExitCode.INTERRUPTED.code()
                    : code(result).code();
        }
    }

    /** Reports the id of the study to the queue when its first run begins, since it has results from then on. */
    private void reportBegun() {
        SequenceRun run = sequence;
        if (ticket.isPresent() && run != null) {
            try {
                ticket.get().studyStarted(run.folder().id());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static ExitCode code(StudyResult result) {
        return switch (result.outcome()) {
            case PASS -> ExitCode.PASS;
            case FAIL -> ExitCode.FAIL;
            case INVALID -> ExitCode.INVALID;
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case NOT_CARRIED_OUT, NOT_RUN, RUNNING -> ExitCode.CANNOT;
        };
    }

    private final class PrintedProgress implements SequenceRun.Observer {
        private final StudyPlan plan;

        PrintedProgress(StudyPlan plan) {
            this.plan = plan;
        }

        @Override
        public RunObserver begins(int number, int lastNumber, Step step, PlannedRun run) {
            reportBegun();
            if (options.quiet) {
                return RunObserver.NONE;
            }
            out.println("Run " + number + (plan.kind() == StudyPlan.Kind.SEARCH ? "" : " of " + lastNumber + " at most")
                    + (step.cell().isEmpty() ? "" : ": " + step.cell()) + ", trial " + step.trial());
            return new RunDisplay(out, Terminal.NONE, run.plan());
        }

        @Override
        public void ended(int number, EndedRun run) {
            if (!options.quiet) {
                out.println("Run " + number + " ended: " + run.outcome().word(run.doubts()) + "  " + run.runId());
                run.reasons().forEach(reason -> out.println("  " + reason));
            }
        }

        @Override
        public void note(String sentence) {
            if (!options.quiet) {
                out.println(sentence);
            }
        }
    }

    static final class RigUse {
        private RigUse() {}

        /** Informs the user, and a queue that started this process, that another run has the rig. */
        static int refuse(Path runs, Optional<RunTicket> ticket) throws IOException {
            String holder = RigLock.holder(runs);
            if (ticket.isPresent()) {
                ticket.get().refused(holder);
            }
            CommandName.report(holder + " Wait for its end.");
            return ExitCode.CANNOT.code();
        }

        /** Acquires the rig; empty when a run has it that must not be disturbed. */
        static Optional<ProcessLock> take(Path runs, ProcessLock.Use use) throws IOException, InterruptedException {
            // Checked before the lock is taken, because the holder of the lock must not check it.
            Optional<String> other = RigLock.user(runs);
            Optional<ProcessLock> lock = RigLock.take(runs, use);
            if (lock.isPresent() && other.isPresent()) {
                CommandName.report(other.get() + " The two runs disturb each other.");
            }
            return lock;
        }
    }
}
