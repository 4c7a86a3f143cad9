// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlanText;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.app.scenario.OneUser;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyPlan;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunDisplay;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.cli.command.run.RunOptions.PlanFile;
import org.plateaubench.cli.command.run.RunOptions.QueueOptions;
import org.plateaubench.engine.config.ReferenceFile;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that read a run or study file, and the one that continues an interrupted run or study. */
public final class FileCommands {
    private FileCommands() {}

    private record Shown(String planId, Map<String, Object> plan) {}

    @Command(
            name = "plan",
            description = "Shows what a run of this file would do, and changes nothing.",
            footer = "  ./plateau plan configs/runs/quickstart.yaml --set run.seed=7")
    static void plan(
            @Mixin PlanFile planFile,
            @Option(names = "--json", description = "Print the complete plan as JSON, with every default.")
                    boolean json)
            throws IOException, WrongConfiguration {
        try (Installation installation = PlanFile.open()) {
            RunPlan plan =
                    planFile.plan(PlanFile.applicationWithoutRuns(installation)).plan();
            if (json) {
                System.out.print(Documents.text(new Shown(plan.id(), plan.toTree())));
            } else {
                PlanText.lines(plan).forEach(System.out::println);
            }
        }
    }

    @Command(
            name = "validate",
            description = "Checks a run file, a study file or a reference and reports every problem with its position"
                    + " in the file.",
            footer = "  ./plateau validate configs/runs/quickstart.yaml --connect")
    static int validate(
            @Mixin PlanFile planFile,
            @Option(
                            names = "--connect",
                            description = "Also start or connect to the SUTs and check them, without loading or"
                                    + " changing data, and check that the broker has the agents that the file names.")
                    boolean connect,
            @Option(
                            names = "--force",
                            description = "Allow a load above the calibrated rate of a host, as 'run --force' does.")
                    boolean force,
            @Mixin ControllerCredentials credentials)
            throws IOException, WrongConfiguration, InterruptedException {
        try (Installation installation = PlanFile.open()) {
            RunApplication application = PlanFile.applicationWithoutRuns(installation);
            RunSource source = planFile.source();
            if (StudyFileReader.isStudy(source.text())) {
                if (connect) {
                    throw new UsageError("--connect is for a run file; a study reaches its SUTs when its runs begin.");
                }
                study(planFile, new StudyPlanner(application));
                return ExitCode.PASS.code();
            }
            if (ReferenceFile.isReference(source.name(), source.text())) {
                reference(source.name(), source.text());
                return ExitCode.PASS.code();
            }
            PlannedRun run = planFile.plan(application);
            boolean isSequence = run.file().spec().isSequence();
            if (isSequence) {
                new StudyPlanner(application).sequence(source, planFile.settings());
            }
            application.requireSecrets(run);
            List<String> problems = new ArrayList<>();
            RigSpec rig = run.file().spec().rig();
            boolean isOfBroker = rig != null && rig.isOfBroker();
            RunApplication withAgents = application;
            if (rig != null && isOfBroker && connect) {
                RigAgents agents = RigAgents.of(credentials.file("The rig of the run file"), rig);
                agents.agents().forEach(agent -> agent.lines().forEach(System.out::println));
                withAgents = application.withAgents(agents);
                run = planFile.plan(withAgents);
                problems.addAll(agents.obstacles(run.plan()));
            }
            if (!force && (isOfBroker ? connect : !isSequence)) {
                withAgents.requireCalibratedRate(run);
            }
            if (connect) {
                problems.addAll(application.check(run, new RunDisplay(System.out, Terminal.NONE, run.plan())));
            }
            problems.forEach(CommandName::report);
            if (!problems.isEmpty()) {
                return ExitCode.CANNOT.code();
            }
            System.out.println(planFile.file() + " is valid: " + PlanText.header(run.plan()));
            return ExitCode.PASS.code();
        }
    }

    /** Checks a reference alone. Whether it fits a run file is only checked when the run file is planned. */
    private static void reference(String file, String text) throws WrongConfiguration {
        Problems problems = new Problems();
        ScoreReference reference = ReferenceFile.read(file, text, problems);
        if (reference == null) {
            throw new WrongConfiguration(problems.sorted());
        }
        System.out.println(file + " is valid: the reference " + reference.name() + " of "
                + reference.runs().size()
                + (reference.runs().size() == 1 ? " run" : " runs") + ", workloads "
                + String.join(", ", reference.application().keySet()));
    }

    /** Checks a study at full size and at each of its scales. Secrets are only checked when a run begins. */
    private static void study(PlanFile planFile, StudyPlanner planner) throws WrongConfiguration {
        List<String> scales = new ArrayList<>(List.of(""));
        scales.addAll(StudyFileReader.scales(planFile.source().text()));
        StringBuilder sizes = new StringBuilder();
        for (String scale : scales) {
            StudyPlan plan = planner.study(planFile.source(), planFile.settings(), scale);
            sizes.append("  ")
                    .append(scale.isEmpty() ? "full size" : "scale " + scale)
                    .append(": at most ")
                    .append(plan.sequence().remaining(List.of()))
                    .append(" runs, in about ")
                    .append(Figures.text(plan.sequence().remainingSeconds(List.of()) / 60, "min"))
                    .append(" without preparation and pauses\n");
        }
        System.out.print(planFile.file() + " is valid: a study\n" + sizes);
    }

    @Command(
            name = "study",
            description = {
                "Carries out the runs of a study: a run file, the factors that vary in it, and trials of each"
                        + " combination.",
                "Its results are a page and JSON in a folder of studies; the runs are in the folder of all runs.",
                "A study that was interrupted or killed continues with ./plateau resume.",
                "Exit codes: 0 all trials passed, 1 a trial failed, 2 incomplete or invalid, 3 a cell could not be"
                        + " carried out, 4 wrong configuration or usage, 130 stopped by the user."
            },
            footer = {
                "  ./plateau study configs/studies/redis-single.yaml --scale small",
                "  ./plateau study configs/studies/dvdstore.yaml --scale small --set phases.steady=30s"
            })
    static int study(
            @Mixin PlanFile planFile,
            @Option(
                            names = "--scale",
                            defaultValue = "",
                            description = "One of the smaller variants that the file defines under scales.")
                    String scale,
            @Mixin RunOptions options,
            @Mixin QueueOptions queued)
            throws IOException, WrongConfiguration, InterruptedException {
        return queued.carryOut(planFile::addSettings, ticket -> {
            try (Installation installation = PlanFile.open()) {
                RunSource source = planFile.source();
                if (StudyFileReader.isRun(source.text())) {
                    throw new UsageError(planFile.file() + " is a run file, not a study. Use: ./plateau run "
                            + CommandName.word(planFile.file()));
                }
                List<String> settings = planFile.settings();
                RunApplication initial = options.rig.withAgents(RunApplication.of(installation, options.runs.path()));
                RunApplication application = options.rig.withRig(
                        initial,
                        new StudyPlanner(initial).study(source, settings, scale).rig());
                SequenceExecution execution = new SequenceExecution(application, options, ticket);
                return execution.begin(execution.planner().study(source, settings, scale));
            }
        });
    }

    @Command(
            name = "resume",
            description = {
                "Completes a run whose controller was killed: waits until its agents have reached the end of their plan,"
                        + " adds what they have published at the broker to the run folder, judges the run and writes its"
                        + " result. What was stored is not changed, and nothing is stored twice. Agents of this host end"
                        + " with their controller; such a run is judged by what was stored. A run that ended by itself is"
                        + " complete: nothing is added to it.",
                "Trials, a search or a study continue at the first run that did not end.",
                "Exit codes: 0 pass, 1 fail, 2 invalid, 3 an agent has not delivered what it measured."
            },
            footer = {"  ./plateau resume 4f2a1c --credentials desk.credentials", "  ./plateau resume last"})
    static int resume(
            @Parameters(
                            description = "Run, or trials, search or study: a folder, an id, a unique part of an id, or"
                                    + " '" + RunsFolder.LAST + "': the last trials, search or study if there are any,"
                                    + " otherwise the last run.")
                    String run,
            @Option(
                            names = "--without",
                            paramLabel = "<name>",
                            split = ",",
                            description = "Agents, separated by commas, that will never answer again and are left out.")
                    @Nullable
                    Set<String> without,
            @Mixin RunOptions options)
            throws IOException, WrongConfiguration, InterruptedException {
        StudyFolder study = options.studies.findIfAny(run).orElse(null);
        RunFolder folder = study == null ? RunFolder.of(options.runs.find(run)) : null;
        try (Installation installation = PlanFile.open()) {
            if (folder != null) {
                return RunCommand.finish(
                        RunApplication.of(installation, options.runs.path())
                                .resume(
                                        folder,
                                        options.rig.credentials().orElse(null),
                                        without == null ? Set.of() : without,
                                        CommandName::report),
                        false);
            }
            StudyFolder continued = Objects.requireNonNull(study);
            RunApplication initial = options.rig.withAgents(
                    RunApplication.of(installation, Path.of(continued.request().runs())));
            RunApplication application = options.rig.withRig(
                    initial,
                    new StudyPlanner(initial).planAgain(continued.request()).rig());
            return new SequenceExecution(application, options, Optional.empty()).resume(continued);
        }
    }

    @Command(
            name = "scenario",
            description = "Tries a scenario of a run file.",
            footer = "  ./plateau scenario try shop.yaml")
    public static final class ScenarioCommand {
        @Command(
                name = "try",
                description = {
                    "Sends one user through each flow of a scenario once, without pauses, and shows each request,"
                            + " answer, extracted value and check.",
                    "SUTs are started and data is prepared as for a run.",
                    "The exit code is 1 if an operation ended with an error."
                },
                footer = "  ./plateau scenario try shop.yaml")
        int attempt(
                @Mixin PlanFile planFile,
                @Option(names = "--workload", description = "The workload to try, if the run file has several.")
                        @Nullable
                        String workload)
                throws IOException, WrongConfiguration, InterruptedException {
            try (Installation installation = PlanFile.open()) {
                RunApplication application = PlanFile.applicationWithoutRuns(installation);
                PlannedRun run = planFile.plan(application);
                application.requireSecrets(run);
                PlannedWorkload tried = tried(run.plan().workloads(), workload);
                OneUser user = new OneUser(run, tried, installation.catalog(), System.out::println);
                AtomicInteger failed = new AtomicInteger();
                application.usePrepared(run, tried, RunObserver.NONE, sut -> failed.set(user.attempt(sut)));
                int errors = failed.get();
                System.out.println();
                System.out.println(errors == 0 ? "No errors." : errors == 1 ? "1 error." : errors + " errors.");
                return (errors == 0 ? ExitCode.PASS : ExitCode.FAIL).code();
            }
        }

        private static PlannedWorkload tried(List<PlannedWorkload> workloads, @Nullable String workload)
                throws UsageError {
            List<String> names =
                    workloads.stream().map(PlannedWorkload::name).distinct().toList();
            if (workload == null && names.size() > 1) {
                throw new UsageError("Name one of the workloads with --workload: " + String.join(", ", names) + ".");
            }
            String name = workload == null ? names.getFirst() : workload;
            return workloads.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UsageError("--workload: there is no workload '" + name + "'; there are "
                            + String.join(", ", names) + "."));
        }
    }
}
