// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.agent.AgentSession;
import org.plateaubench.engine.aggregate.IntervalAggregator;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.Planner;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.HtmlReport;
import org.plateaubench.engine.report.JUnitReport;
import org.plateaubench.engine.report.JsonReport;
import org.plateaubench.engine.report.PluginSection;
import org.plateaubench.engine.run.AgentLink;
import org.plateaubench.engine.run.Interruption;
import org.plateaubench.engine.run.RunController;
import org.plateaubench.engine.run.RunEnd;
import org.plateaubench.engine.run.RunObserver;
import org.plateaubench.engine.run.RunSetup;
import org.plateaubench.engine.store.Json;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.ReportSection;
import org.plateaubench.wire.InJvmTransport;

/** The one way to start and to read a run. Any thread; two runs at once have nothing in common but the plugins. */
public final class RunApplication {
    private static final int MESSAGES_ON_THE_WAY = 1_024;
    /** How long after its end an interval is waited for. */
    private static final long GRACE_NANOS = Duration.ofSeconds(2).toNanos();

    private static final Duration AGENT_DEADLINE = Duration.ofSeconds(15);
    private static final String SUT_FOLDER = "suts";

    private final Installation installation;
    private final Path runs;
    private final NanoClock clock;
    private final Function<String, @Nullable String> variables;

    /**
     * An application.
     *
     * @param installation where plugins come from
     * @param runs folder of all runs; made when it is needed
     * @param clock clock of this process
     * @param variables value of an environment variable, null when it is not set
     */
    public RunApplication(
            Installation installation, Path runs, NanoClock clock, Function<String, @Nullable String> variables) {
        this.installation = installation;
        this.runs = runs;
        this.clock = clock;
        this.variables = variables;
    }

    /**
     * Reads a run file and plans the run. Leaves nothing behind.
     *
     * @param file run file
     * @param settings {@code path=value} texts that replace values of the file, in order
     * @throws WrongConfiguration with everything that is wrong
     */
    public PlannedRun plan(Path file, List<String> settings) throws WrongConfiguration, IOException {
        RunPlan plan = installation.plan(file, settings);
        StringBuilder configuration = new StringBuilder(Files.readString(file, StandardCharsets.UTF_8));
        for (String setting : settings) {
            configuration.append("\n# --set ").append(setting.replace('\n', ' '));
        }
        Path folder = file.toAbsolutePath().getParent();
        SecretReferences secrets = new SecretReferences(variables, folder == null ? Path.of("/") : folder);
        return new PlannedRun(configuration.toString(), plan, secrets);
    }

    /**
     * Secrets of a plan that have no value, one sentence each; a run would fail on them.
     */
    public List<String> missingSecrets(PlannedRun run) {
        return Stream.concat(
                        run.plan().suts().stream().map(PlannedSut::parameters),
                        run.plan().workloads().stream().map(PlannedWorkload::parameters))
                .flatMap(parameters -> missing(run.secrets(), parameters))
                .distinct()
                .toList();
    }

    private static Stream<String> missing(SecretReferences secrets, Map<String, Object> parameters) {
        try {
            secrets.valuesIn(parameters);
            return Stream.empty();
        } catch (IllegalArgumentException e) {
            return Stream.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Does a run, from the making of its folder to the last file in it.
     *
     * @param run what {@link #plan} gave
     * @param observer watches
     * @param interruption asks the run to end early
     * @throws IOException with a sentence for a person when the run folder cannot be made; what cannot be written later is
     *     told by the end of the run
     */
    public FinishedRun run(PlannedRun run, RunObserver observer, Interruption interruption)
            throws IOException, InterruptedException {
        RunPlan plan = run.plan();
        RunFolder folder = RunFolder.create(runs, plan.name(), clock.wallTime());
        try (RunWriter writer = new RunWriter(folder, clock)) {
            writer.file(StoredFile.CONFIG, run.configuration());
            writer.file(StoredFile.PLAN, plan.canonicalText());
            EnvironmentFile environment = new EnvironmentFile(writer);
            environment.write(Map.of());
            RunEnd end = carryOut(run, folder, writer, environment, observer, interruption);
            return complete(folder, writer, environment.endWith(end));
        }
    }

    private RunEnd carryOut(
            PlannedRun run,
            RunFolder folder,
            RunWriter writer,
            EnvironmentFile environment,
            RunObserver observer,
            Interruption interruption)
            throws InterruptedException {
        InJvmTransport transport = new InJvmTransport(MESSAGES_ON_THE_WAY);
        AgentSession session =
                new AgentSession(Planner.LOCAL_AGENT, transport.agentEnd(), installation.catalog(), clock);
        Thread agent = Thread.ofPlatform()
                .daemon()
                .name("plateau-agent-" + Planner.LOCAL_AGENT)
                .start(clock.participating(session));
        try {
            List<String> agents = List.of(Planner.LOCAL_AGENT);
            RunSetup setup = new RunSetup(
                    folder.runId(),
                    run.plan(),
                    installation.catalog(),
                    run.secrets(),
                    folder.path().resolve(SUT_FOLDER),
                    List.of(new AgentLink(Planner.LOCAL_AGENT, transport.controllerEnd())));
            IntervalAggregator aggregator =
                    new IntervalAggregator(agents, run.plan().interval().toNanos(), GRACE_NANOS, writer, observer);
            return new RunController(setup, clock, writer, aggregator, observer, interruption, environment::write)
                    .run();
        } finally {
            transport.controllerEnd().close();
            agent.join(AGENT_DEADLINE);
        }
    }

    private FinishedRun complete(RunFolder folder, RunWriter writer, RunEnd end) {
        JudgedRun judged = null;
        try {
            judged = judge(folder.path());
            writer.file(StoredFile.REPORT, html(judged));
            writer.file(StoredFile.REPORT_XML, JUnitReport.of(judged.judgement()));
            writer.file(StoredFile.RESULT, JsonReport.of(judged.judgement()));
            writer.seal();
            return new FinishedRun(folder, end, judged);
        } catch (IOException | UncheckedIOException e) {
            List<String> sentences = Stream.concat(end.sentences().stream(), Stream.of(String.valueOf(e.getMessage())))
                    .distinct()
                    .toList();
            return new FinishedRun(folder, new RunEnd(RunEnd.Status.CRASHED, sentences), judged);
        } finally {
            writer.release();
        }
    }

    /**
     * Judges a stored run, by the rules of this version.
     *
     * @throws IOException with a sentence for a person when the folder is no run folder or cannot be read
     */
    public JudgedRun judge(Path folder) throws IOException {
        StoredRun run = read(folder);
        return new JudgedRun(run, Judge.judge(run));
    }

    /** The report of a run as one self-contained page, with the sections of the plugins that are installed here. */
    public String html(JudgedRun judged) {
        RunPlan plan = RunPlan.fromTree(judged.run().plan());
        List<PluginSection> sections = PluginSection.render(plan, judged.judgement(), this::sections);
        return HtmlReport.of(judged.run(), judged.judgement(), sections);
    }

    private List<ReportSection> sections(String plugin) {
        return installation.catalog().plugins().stream()
                .filter(candidate -> candidate.id().equals(plugin))
                .flatMap(candidate -> candidate.reportSections().stream())
                .toList();
    }

    /**
     * Reads a run.
     *
     * @throws IOException with a sentence for a person when the folder is no run folder or cannot be read
     */
    public StoredRun read(Path folder) throws IOException {
        return RunReader.read(folder);
    }

    /** The runs in the folder of all runs, the oldest first. */
    public List<RunFolder> list() throws IOException {
        return RunFolder.list(runs);
    }

    /** Writes {@code environment.json}, again once the SUTs are known. */
    private final class EnvironmentFile {
        private final RunWriter writer;
        private @Nullable String failure;

        EnvironmentFile(RunWriter writer) {
            this.writer = writer;
        }

        void write(Map<String, Object> suts) {
            try {
                writer.file(
                        StoredFile.ENVIRONMENT,
                        Json.toText(Environment.capture(
                                installation.catalog(), List.of(Planner.LOCAL_AGENT), suts, clock.wallTime())));
            } catch (IOException e) {
                failure = e.getMessage();
            }
        }

        /** The end of the run, which is not complete when its environment is not kept. */
        RunEnd endWith(RunEnd end) {
            return failure == null ? end : new RunEnd(RunEnd.Status.CRASHED, List.of(failure));
        }
    }
}
