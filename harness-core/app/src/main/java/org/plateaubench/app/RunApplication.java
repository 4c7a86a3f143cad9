// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.agent.AgentSession;
import org.plateaubench.app.CalibratedRate.HostCalibration;
import org.plateaubench.app.CalibratedRate.RequestedRate;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.app.runs.MetricsPush;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.CertainFailures;
import org.plateaubench.engine.plan.HostRules;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.engine.run.Interruption;
import org.plateaubench.engine.run.IntervalAggregator;
import org.plateaubench.engine.run.RunCheck;
import org.plateaubench.engine.run.RunController;
import org.plateaubench.engine.run.RunSetup;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginOutput;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.process.FileTree;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.RigConnection;
import org.plateaubench.wire.InJvmTransport;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** The entry point for starting and reading runs. Thread-safe; concurrent runs share only the plugins. */
public final class RunApplication {
    /** Maximum wait for an interval after its end, up to its length, so that a loss shows after two intervals. */
    private static final long GRACE_NANOS = Duration.ofSeconds(2).toNanos();
    /** Intervals of all agents end at the same instant and are read one after the other. */
    private static final long GRACE_PER_AGENT_NANOS = Duration.ofNanos(500_000).toNanos();

    private final Installation installation;
    private final Path runs;
    private final NanoClock clock;
    private final Function<String, @Nullable String> variables;
    /** Agents of other hosts; null if agents of this host drive the load. */
    private final @Nullable AgentSource remoteAgents;

    public RunApplication(
            Installation installation, Path runs, NanoClock clock, Function<String, @Nullable String> variables) {
        this(installation, runs, clock, variables, null);
    }

    public static RunApplication of(Installation installation, Path runs) {
        return new RunApplication(installation, runs, SystemClock.instance(), System::getenv);
    }

    private RunApplication(
            Installation installation,
            Path runs,
            NanoClock clock,
            Function<String, @Nullable String> variables,
            @Nullable AgentSource remoteAgents) {
        this.installation = installation;
        this.runs = runs;
        this.clock = clock;
        this.variables = variables;
        this.remoteAgents = remoteAgents;
    }

    public RunApplication withAgents(AgentSource source) {
        return new RunApplication(installation, runs, clock, variables, source);
    }

    public Path runs() {
        return runs;
    }

    /**
     * Reads a run file and plans the run. Leaves nothing behind.
     *
     * @param settings {@code path=value} texts that replace values of the file, in order
     */
    public PlannedRun plan(RunSource source, List<String> settings) throws WrongConfiguration {
        RunFile runFile = source.read(settings);
        RunPlan plan = planner(source.origin() == null ? null : source.origin().rules())
                .plan(runFile);
        for (String name : runFile.referencedFiles().keySet()) {
            if (!RunWriter.isAllowedName(name)) {
                throw new WrongConfiguration(List.of(runFile.source()
                        .atValue(
                                "",
                                "names " + name + ", which is the name of a file of the run directory: rename it")));
            }
        }
        StringBuilder configuration = new StringBuilder(source.text());
        for (String setting : settings) {
            configuration.append("\n# --set ").append(setting.replaceAll("\\R", " "));
        }
        return new PlannedRun(
                runFile, configuration.toString(), plan, new SecretReferences(variables, source.folder()));
    }

    private Planner planner(@Nullable HostRules rules) {
        List<String> agents = remoteAgents == null ? List.of(Planner.LOCAL_AGENT) : remoteAgents.names();
        return new Planner(installation.catalog(), agents, rules);
    }

    public void requireSecrets(PlannedRun run) throws WrongConfiguration {
        Planner.checkSecrets(run.file(), run.plan(), run.secrets());
    }

    /**
     * Refuses a run that requests more operations per second of a host than its calibration allows: near that rate
     * equal runs have different verdicts. A load that waits for answers requests no rate.
     */
    public void requireCalibratedRate(PlannedRun run) throws WrongConfiguration, InterruptedException {
        RequestedRate requested = new RequestedRate(run.plan());
        if (requested.isKnown()) {
            RequestedRate.Excess excess = requested.excess(
                    remoteAgents == null ? thisHost(run.plan(), HostCalibration.ofThisHost()) : remoteAgents.hosts());
            if (excess != null && remoteAgents == null) {
                excess = requested.excess(thisHost(run.plan(), HostCalibration.measureAgain()));
            }
            if (excess != null) {
                String path = RunFileKeys.LOAD.within(RunFileKeys.WORKLOADS.entry(excess.workload()));
                throw new WrongConfiguration(List.of(run.file().source().atValue(path, excess.sentence())));
            }
        }
    }

    private static Map<String, RequestedRate.Host> thisHost(RunPlan plan, CalibratedRate rate) {
        RequestedRate.Host thisHost = new RequestedRate.Host(null, rate);
        return plan.drivingAgents().stream().collect(Collectors.toMap(agent -> agent, agent -> thisHost));
    }

    /** Starts or queries the SUTs, and checks data without changing it; returns a sentence for each obstacle. */
    public List<String> check(PlannedRun run, RunObserver observer) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("plateau-check-");
        try {
            return new RunCheck(setup("check", run, folder, List.of()), observer).problems();
        } finally {
            FileTree.remove(folder);
        }
    }

    /**
     * Starts the SUTs, prepares the data of a workload as a run would, calls {@code use} and stops the SUTs.
     *
     * @throws IOException with a sentence for each obstacle
     */
    public void usePrepared(PlannedRun run, PlannedWorkload workload, RunObserver observer, RunCheck.Use use)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("plateau-try-");
        try {
            new RunCheck(setup("try", run, folder, List.of()), observer).withPrepared(workload, use);
        } finally {
            FileTree.remove(folder);
        }
    }

    private RunSetup setup(String runId, PlannedRun run, Path sutFolder, List<AgentLink> agents) {
        return new RunSetup(
                runId,
                run.plan(),
                installation.catalog(),
                run.secrets(),
                run.file().referencedFiles(),
                (path, message) -> run.file().source().atValue(path, message).toString(),
                sutFolder,
                agents);
    }

    /**
     * Executes a run, from the creation of its folder to the last file in it.
     *
     * @throws IOException with a one-sentence message when the run folder cannot be created; later write failures are
     *     reported in the end of the run
     */
    public FinishedRun run(PlannedRun run, RunObserver observer, Interruption interruption, Consumer<RunFolder> created)
            throws IOException, InterruptedException {
        // The carrier threads of virtual threads inherit the timer slack from the thread that starts the first virtual
        // thread.
        TimerSlack.reduceForThisThread();
        RunPlan plan = run.plan();
        RunFolder folder = RunFolder.create(runs, plan.name(), clock.wallTime());
        created.accept(folder);
        try (PluginOutput.Attachment output = PluginOutput.ofProcess().to(folder.file(StoredFile.PLUGIN_OUTPUT));
                RunWriter writer = new RunWriter(folder, clock)) {
            writer.file(StoredFile.CONFIG, run.configuration());
            for (Map.Entry<String, String> file : run.file().referencedFiles().entrySet()) {
                writer.addFile(file.getKey(), file.getValue());
            }
            writer.file(StoredFile.PLAN, plan.canonicalText());
            EnvironmentFile environment = new EnvironmentFile(writer, plan);
            environment.write(RunController.EnvironmentFacts.EMPTY);
            RunEnd end = carryOut(run, folder, writer, environment, observer, interruption);
            FinishedRun finished = complete(folder, writer, output, environment.endOf(end));
            if (remoteAgents != null) {
                remoteAgents.runEnded(folder);
            }
            return finished;
        }
    }

    @SuppressWarnings("try") // Metrics are pushed while the run is carried out.
    private RunEnd carryOut(
            PlannedRun run,
            RunFolder folder,
            RunWriter writer,
            EnvironmentFile environment,
            RunObserver observer,
            Interruption interruption)
            throws InterruptedException {
        List<String> agents = List.copyOf(run.plan().drivingAgents());
        try (MetricsPush push = MetricsPush.start(folder, run.plan(), clock, writer, variables);
                AgentSource.ConnectedAgents connected = connect(run, folder)) {
            RunSetup setup = setup(folder.runId(), run, folder.path().resolve(RunFolder.SUTS), connected.links());
            Runnable abort = run.file().spec().abortsOnCertainFailure() ? interruption::abort : () -> {};
            CertainFailures failures = new CertainFailures(run.plan(), writer, writer, observer, abort);
            long intervalNanos = run.plan().interval().toNanos();
            long graceNanos = GRACE_NANOS + agents.size() * GRACE_PER_AGENT_NANOS;
            IntervalAggregator aggregator = new IntervalAggregator(
                    agents, intervalNanos, Math.min(graceNanos, intervalNanos), failures, failures);
            return new RunController(setup, clock, writer, aggregator, failures, interruption, environment::write)
                    .run();
        } catch (IOException e) {
            RunEnd end = new RunEnd(RunEnd.Status.NOT_STARTED, List.of(String.valueOf(e.getMessage())));
            writer.event(end.event(), "", end.message());
            observer.event(end.event(), "", end.message());
            return end;
        }
    }

    private AgentSource.ConnectedAgents connect(PlannedRun run, RunFolder folder)
            throws IOException, InterruptedException {
        return remoteAgents == null
                ? new AgentSource.LocalAgents(run.plan().agents(), agentsOf(run))
                : remoteAgents.connect(folder.runId(), installation.catalog(), run.plan());
    }

    /** Starts agents on this host; those that the run file requests run in separate processes. */
    private Function<String, AgentSource.RunAgent> agentsOf(PlannedRun run) {
        return run.file().spec().rig() == null
                ? name -> AgentThread.start(installation.catalog(), clock)
                : AgentProcess::start;
    }

    public FinishedRun resume(
            RunFolder folder, @Nullable Path credentials, Set<String> without, Consumer<String> progress)
            throws IOException, InterruptedException {
        try (RigConnection rig = credentials == null ? null : connectUser(Credentials.read(credentials))) {
            return new ResumedRun(
                            (of, writer, end) -> complete(of, writer, () -> {}, end),
                            installation.catalog(),
                            variables,
                            clock,
                            folder,
                            rig,
                            without,
                            progress)
                    .complete();
        }
    }

    private static RigConnection connectUser(Credentials user) throws IOException, InterruptedException {
        return new RigConnection(user, user.name(), SystemClock.instance()::nanoTime);
    }

    private FinishedRun complete(RunFolder folder, RunWriter writer, PluginOutput.Attachment plugins, RunEnd end) {
        RunReports reports = null;
        try {
            reports = installation.reports(folder.path());
            writer.file(StoredFile.REPORT, reports.html());
            writer.file(StoredFile.REPORT_XML, reports.junit());
            writer.file(StoredFile.RESULT, reports.json());
            // From here on, no output or exception of a plugin is added to the folder.
            plugins.close();
            writer.seal();
            return new FinishedRun(folder, end, reports);
        } catch (IOException | UncheckedIOException e) {
            List<String> sentences = Stream.concat(end.sentences().stream(), Stream.of(String.valueOf(e.getMessage())))
                    .distinct()
                    .toList();
            return new FinishedRun(folder, new RunEnd(RunEnd.Status.BROKEN_OFF, sentences), reports);
        } finally {
            writer.release();
        }
    }

    /** Writes {@code environment.json}, and again when SUTs and calibrations are known. */
    private final class EnvironmentFile {
        private final RunWriter writer;
        private final RunPlan plan;
        private @Nullable String failure;

        EnvironmentFile(RunWriter writer, RunPlan plan) {
            this.writer = writer;
            this.plan = plan;
        }

        void write(RunController.EnvironmentFacts found) {
            try {
                writer.file(
                        StoredFile.ENVIRONMENT,
                        Documents.text(Environment.capture(installation.catalog(), plan, found, clock.wallTime())));
            } catch (IOException e) {
                failure = e.getMessage();
            }
        }

        /** The end of the run; the run is not complete when its environment could not be written. */
        RunEnd endOf(RunEnd end) {
            return failure == null ? end : new RunEnd(RunEnd.Status.BROKEN_OFF, List.of(failure));
        }
    }

    private record AgentThread(Thread thread, Transport<ToAgent, ToController> transport)
            implements AgentSource.RunAgent {

        static AgentThread start(PluginCatalog catalog, NanoClock clock) {
            InJvmTransport transport = new InJvmTransport(MAX_QUEUED_MESSAGES);
            AgentSession session = new AgentSession(Planner.LOCAL_AGENT, transport.agentEnd(), catalog, clock, _ -> {});
            Thread thread = Thread.ofPlatform()
                    .daemon()
                    .name("plateau-agent-" + Planner.LOCAL_AGENT)
                    .start(clock.participating(session));
            return new AgentThread(thread, transport.controllerEnd());
        }

        @Override
        public void close() {
            transport.close();
            try {
                thread.join(Duration.ofSeconds(END_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
