// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.ProcessLock;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.app.RunTicket;
import org.plateaubench.app.RunTicket.RunRequests;
import org.plateaubench.app.console.ConsoleClient;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.ProcessEnd;
import org.plateaubench.cli.command.RunDisplay;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.cli.command.run.ConsoleTarget.SubmittedRun;
import org.plateaubench.cli.command.run.RunOptions.PlanFile;
import org.plateaubench.cli.command.run.RunOptions.QueueOptions;
import org.plateaubench.cli.command.run.SequenceExecution.RigUse;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.run.Interruption;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "run",
        description = {
            "Carries out the run that a file describes, shows it live, judges it and writes a run directory.",
            "Ctrl-C ramps down, a second one stops at once; neither loses data.",
            "A file with trials or search makes several runs, with results in a folder of studies.",
            "./plateau keys explains the keys of run files; ./plateau schema prints them for editors.",
            "Exit codes: 0 pass, 1 fail, 2 invalid, 3 could not start or was aborted, 4 wrong configuration or usage,"
                    + " 130 stopped by the user."
        },
        footer = {
            "  ./plateau run configs/runs/quickstart.yaml --set workloads.store.load.users=8",
            "  ./plateau run configs/runs/quickstart.yaml --console https://bench.lab:7070"
        })
public final class RunCommand implements Callable<Integer> {
    /** Time limit for the end of the run after the program that started it has ended. */
    private static final long END_SECONDS = 20;

    @Mixin
    private PlanFile planFile = new PlanFile();

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--allow-untested",
            description = "Let the run pass although not one check or comparison of a workload was tested; the same as"
                    + " --set run.allowUntested=true.")
    private boolean allowUntested;

    @Option(
            names = "--abort-on-fail",
            description = "End the run when its failure is certain, such as after a dropped arrival; the same as"
                    + " --set run.abortOn=certain.")
    private boolean abortOnFail;

    @Option(
            names = "--force",
            description = "Carry out the run although its load is above the calibrated rate of a host.")
    private boolean force;

    @Mixin
    private ConsoleTarget target = new ConsoleTarget();

    @Mixin
    private QueueOptions queued = new QueueOptions();

    @Override
    public Integer call() throws IOException, WrongConfiguration, InterruptedException {
        if (allowUntested) {
            planFile.addSettings(List.of("run.allowUntested=true"));
        }
        if (abortOnFail) {
            planFile.addSettings(List.of("run.abortOn=certain"));
        }
        if (target.isGiven()) {
            options.rig.refuseForConsole();
            return runOnConsole();
        }
        return queued.carryOut(planFile::addSettings, this::runOnThisHost);
    }

    private int runOnConsole() throws IOException, WrongConfiguration, InterruptedException {
        String file = planFile.file().toString();
        try (ConsoleClient console = target.client()) {
            ConsoleClient.Queued submitted =
                    console.submit(file, planFile.source().text(), planFile.settings());
            ConsoleClient.Queued end = new SubmittedRun(console, options.out(), options.quiet).follow(submitted);
            if (end.hasResult() && options.json) {
                System.out.print(console.result(end));
            } else if (end.hasResult()) {
                System.out.println(console.page(end));
            }
            if (!end.message().isEmpty() && (options.quiet || !end.hasResult())) {
                CommandName.report(end.message());
            }
            return end.exitCode()
                    .orElse((end.state().equals("cancelled") ? ExitCode.INTERRUPTED : ExitCode.CANNOT).code());
        }
    }

    @SuppressWarnings("try") // The lock on the rig is only held.
    private int runOnThisHost(Optional<RunTicket> ticket) throws IOException, WrongConfiguration, InterruptedException {
        try (Installation installation = PlanFile.open()) {
            RunApplication initial = options.rig.withAgents(RunApplication.of(installation, options.runs.path()));
            // Problems of the file are reported before a broker is queried for its agents.
            PlannedRun provisional = planFile.plan(initial);
            initial.requireSecrets(provisional);
            RunApplication application =
                    options.rig.withRig(initial, provisional.file().spec().rig());
            PlannedRun run = application.equals(initial) ? provisional : planFile.plan(application);
            if (run.file().spec().isSequence()) {
                return sequence(application, ticket);
            }
            if (!force) {
                application.requireCalibratedRate(run);
            }
            Optional<ProcessLock> rig = RigUse.take(
                    options.runs.path(), ticket.isPresent() ? ProcessLock.Use.ALONE : ProcessLock.Use.SHARED);
            if (rig.isEmpty()) {
                return RigUse.refuse(options.runs.path(), ticket);
            }
            try (ProcessLock lock = rig.get()) {
                return run(application, run, ticket);
            }
        }
    }

    private int sequence(RunApplication application, Optional<RunTicket> ticket)
            throws IOException, WrongConfiguration, InterruptedException {
        SequenceExecution execution = new SequenceExecution(application, options, ticket);
        return execution.begin(execution.planner().sequence(planFile.source(), planFile.settings()));
    }

    @SuppressWarnings("try") // The work is only kept open.
    private int run(RunApplication application, PlannedRun run, Optional<RunTicket> ticket)
            throws IOException, InterruptedException {
        Terminal terminal = options.json ? Terminal.NONE : Terminal.detect();
        PrintStream out = options.out();
        if (!options.quiet) {
            out.println(RunDisplay.header(run.plan()));
        }
        Interruption interruption = new Interruption();
        try (ProcessEnd.Work work = ProcessEnd.begin(interruption::fail)) {
            return finish(carryOut(application, run, interruption, terminal, out, ticket), options.json);
        }
    }

    private FinishedRun carryOut(
            RunApplication application,
            PlannedRun run,
            Interruption interruption,
            Terminal terminal,
            PrintStream out,
            Optional<RunTicket> ticket)
            throws IOException, InterruptedException {
        AtomicReference<@Nullable Path> folder = new AtomicReference<>();
        options.input.onEnd(() -> endWithInput(interruption));
        Signals.onInterrupts(signal -> interruption.request(RunRequests.requester(folder.get(), signal)));
        Consumer<RunFolder> created = stored -> {
            folder.set(stored.path());
            ticket.ifPresent(given -> reportStart(given, stored));
        };
        if (options.quiet) {
            return application.run(run, RunObserver.NONE, interruption, created);
        }
        try (RunDisplay display = new RunDisplay(out, terminal, run.plan())) {
            return application.run(run, display, interruption, created);
        }
    }

    private static void endWithInput(Interruption interruption) {
        interruption.fail("The program that started this run has ended.");
        try {
            TimeUnit.SECONDS.sleep(END_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // Work that delays the end of the run, such as a plugin that loads data, ends with the process.
        ProcessEnd.exit(ExitCode.CANNOT.code());
    }

    private static void reportStart(RunTicket ticket, RunFolder folder) {
        try {
            ticket.runStarted(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Prints how a run ended; returns the exit code. */
    static int finish(FinishedRun finished, boolean json) {
        finished.end().sentences().forEach(CommandName::report);
        RunReports reports = finished.reports();
        if (reports == null) {
            return ExitCode.CANNOT.code();
        }
        if (json) {
            System.out.print(reports.json());
        } else {
            Terminal.print(reports.judgement(), finished.folder().path());
        }
        return switch (finished.end().status()) {
            case NOT_STARTED, BROKEN_OFF, CRASHED -> ExitCode.CANNOT.code();
            case STOPPED -> ExitCode.INTERRUPTED.code();
            case COMPLETED -> ExitCode.of(reports.judgement().verdict()).code();
        };
    }
}
