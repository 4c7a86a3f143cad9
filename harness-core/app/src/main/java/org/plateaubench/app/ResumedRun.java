// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.engine.config.key.ReferencedFiles;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.IntervalAggregator;
import org.plateaubench.engine.run.ResumedAgents;
import org.plateaubench.engine.run.ResumedAgents.ResumedData;
import org.plateaubench.engine.run.RunSetup;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.CountedData;
import org.plateaubench.engine.run.event.EventDetails.PhaseBegan;
import org.plateaubench.engine.run.event.EventDetails.RunEnded;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.ResumedRecords;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.rig.RigConnection;

/**
 * Completes a run whose controller was killed: stores what its agents have published at the broker, judges the run and
 * seals its folder. Stored records are not changed, and nothing is added twice, even if a completion is interrupted and
 * repeated. Not thread-safe.
 */
final class ResumedRun {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    /** The time after the planned end for which agents may still be busy. */
    private static final Duration OVERTIME = Duration.ofMinutes(2);

    private static final Duration MIN_WAIT = Duration.ofSeconds(10);

    private final Completion completion;
    private final PluginCatalog catalog;
    private final Function<String, @Nullable String> variables;
    private final NanoClock clock;
    private final RunFolder folder;
    private final StoredRun stored;
    private final RunPlan plan;
    private final @Nullable RigConnection rig;
    private final Set<String> excluded;
    private final Consumer<String> progress;

    @FunctionalInterface
    interface Completion {
        FinishedRun complete(RunFolder folder, RunWriter writer, RunEnd end);
    }

    ResumedRun(
            Completion completion,
            PluginCatalog catalog,
            Function<String, @Nullable String> variables,
            NanoClock clock,
            RunFolder folder,
            @Nullable RigConnection rig,
            Set<String> excluded,
            Consumer<String> progress)
            throws IOException {
        this.completion = completion;
        this.catalog = catalog;
        this.variables = variables;
        this.clock = clock;
        this.folder = folder;
        this.rig = rig;
        this.excluded = excluded;
        this.progress = progress;
        requireIncomplete(folder);
        // Taken before anything is read, because two processes that complete a run would both add its messages.
        if (!folder.takeOwnership()) {
            throw new IOException("Run " + folder.runId()
                    + " is in progress, or is being completed: its process is alive. Wait for its end.");
        }
        requireIncomplete(folder);
        stored = RunReader.read(folder.path());
        try {
            plan = RunPlan.fromTree(stored.plan());
        } catch (IllegalArgumentException e) {
            throw new IOException("The plan of run " + folder.runId() + " is broken: " + e.getMessage() + ".", e);
        }
        for (String agent : excluded) {
            if (!plan.agents().contains(agent)) {
                throw new IOException("Run " + folder.runId() + " has no agent " + agent + ", but "
                        + String.join(", ", plan.agents()) + ".");
            }
        }
        if (rig == null && remoteAgents().findAny().isPresent() && start().isPresent()) {
            throw new IOException("Run " + folder.runId() + " was driven by agents of a broker ("
                    + remoteAgents().collect(Collectors.joining(", "))
                    + "): give --credentials, with which their measurements are read.");
        }
    }

    private void requirePlugins() throws IOException {
        Map<String, RunEnvironment.Plugin> installed = Environment.plugins(catalog, plan).stream()
                .collect(Collectors.toMap(RunEnvironment.Plugin::id, plugin -> plugin));
        List<String> different = RunEnvironment.of(stored.environment()).plugins().stream()
                .filter(used -> plan.workloads().stream()
                        .anyMatch(workload -> workload.plugin().equals(used.id())))
                .filter(used -> !installed.containsKey(used.id())
                        || !used.jars().equals(installed.get(used.id()).jars()))
                .map(used -> used.id() + " " + used.version())
                .toList();
        if (!different.isEmpty()) {
            throw new IOException("This installation does not have the plugins of run " + folder.runId()
                    + ", with the same jars: " + String.join(", ", different)
                    + ". Resume the run with an installation that has them.");
        }
    }

    private Stream<String> remoteAgents() {
        return plan.agents().stream().filter(agent -> !RigSpec.isLocal(agent) && !excluded.contains(agent));
    }

    private static void requireIncomplete(RunFolder folder) throws IOException {
        if (Files.exists(folder.file(StoredFile.MANIFEST))) {
            throw new IOException(
                    "Run " + folder.runId() + " is complete, so nothing that agents have measured is added to it;"
                            + " ./plateau judge judges it again.");
        }
    }

    /** The wall time at which the run's clock was started; empty if it never was. */
    private Optional<Instant> start() {
        return stored.events().stream()
                .filter(event -> event.runNanos() != RunEvent.BEFORE_START)
                .findFirst()
                .map(event -> event.at().minusNanos(event.runNanos()));
    }

    FinishedRun complete() throws IOException, InterruptedException {
        if (start().isPresent() && folder.end().isEmpty()) {
            requirePlugins();
        }
        awaitAgents();
        FinishedRun finished;
        try (RunWriter writer = RunWriter.resume(folder, clock, start().orElse(null))) {
            RunEnd end = folder.end().isPresent() ? ended(folder.end().get()) : collect(writer);
            finished = completion.complete(folder, writer, end);
        }
        if (rig != null && Files.exists(folder.file(StoredFile.MANIFEST))) {
            rig.stream().remove(folder.runId());
        }
        return finished;
    }

    private static RunEnd ended(RunEvent end) {
        return new RunEnd(
                end.as(RunEnded.class)
                                .filter(ended -> ended.status().equals(RunEnd.Status.COMPLETED.label()))
                                .isPresent()
                        ? RunEnd.Status.COMPLETED
                        : RunEnd.Status.BROKEN_OFF,
                List.of(end.message()));
    }

    /** Waits until the broker has everything that the agents have measured. Changes nothing. */
    private void awaitAgents() throws IOException, InterruptedException {
        if (rig == null || start().isEmpty()) {
            return;
        }
        Duration left = Duration.between(
                        clock.wallTime(), start().get().plusNanos(plan.phases().drainEndNanos()))
                .plus(OVERTIME);
        long deadline = clock.nanoTime() + Math.max(MIN_WAIT.toNanos(), left.toNanos());
        for (String agent : remoteAgents().toList()) {
            boolean isReported = false;
            while (!rig.stream().hasEnded(agent, folder.runId())) {
                if (!isReported) {
                    progress.accept("Agent " + agent + " has not delivered everything yet; waiting for its end.");
                    isReported = true;
                }
                if (clock.nanoTime() > deadline) {
                    throw new IOException("Agent " + agent + " has not delivered everything that it measured: it cannot"
                            + " reach the broker, or has ended. Resume the run again when it is back, or leave it out"
                            + " with --without " + agent + ".");
                }
                TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL.toNanos());
            }
        }
    }

    private RunEnd collect(RunWriter writer) throws IOException, InterruptedException {
        if (start().isEmpty()) {
            RunEnd end = new RunEnd(RunEnd.Status.NOT_STARTED, List.of("The controller was ended before any load."));
            writer.event(end.event(), "", end.message());
            return end;
        }
        ResumedRecords records = new ResumedRecords(stored, writer);
        IntervalAggregator intervals = new IntervalAggregator(
                List.copyOf(plan.drivingAgents()), plan.interval().toNanos(), 0, records, RunObserver.NONE);
        ResumedAgents agents = new ResumedAgents(plan, new AgentHosts(stored.events())::host, records, intervals);
        read(agents);
        intervals.finish(records.endNanos());
        writer.event(
                new EventDetails.Resumed(records.added()),
                "",
                "The controller had ended without reporting anything; " + records.added()
                        + " intervals that the broker has stored were added.");
        return agents.end(reconcile(agents, intervals, records), phases(), interruption(), records.endNanos());
    }

    /** Reconciles the data if the records are complete; returns why workloads were not reconciled, by scope. */
    private Map<String, String> reconcile(ResumedAgents agents, IntervalAggregator intervals, ResumedRecords records)
            throws InterruptedException {
        if (!agents.checkComplete() || intervals.missing() > 0) {
            return ResumedData.unreconciled(plan.workloads(), "not everything that was sent is known");
        }
        Map<String, CountedData> counted = new TreeMap<>();
        for (RunEvent event : stored.events()) {
            event.as(CountedData.class).ifPresent(data -> counted.put(event.scope(), data));
        }
        // The run file's folder is no longer known, so secret files with relative names are not found.
        RunSetup setup = new RunSetup(
                folder.runId(),
                plan,
                catalog,
                new SecretReferences(variables, folder.path()),
                files(),
                (_, message) -> message,
                folder.path().resolve(RunFolder.SUTS),
                List.of());
        return new ResumedData(setup, records).reconcile(counted, intervals);
    }

    private Map<String, String> files() {
        Map<String, String> texts = new TreeMap<>();
        plan.workloads().stream()
                .flatMap(workload -> workload.files().values().stream())
                .forEach(file -> {
                    try {
                        byte[] bytes = Files.readAllBytes(folder.path().resolve(file.path()));
                        texts.put(file.path(), ReferencedFiles.encodedText(bytes));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
        return texts;
    }

    private void read(ResumedAgents agents) throws IOException, InterruptedException {
        for (String agent : plan.agents()) {
            if (excluded.contains(agent)) {
                agents.addMissed(agent, "what it has measured was left out.");
            } else if (RigSpec.isLocal(agent)) {
                agents.addMissed(agent, "it ended with its controller.");
            }
        }
        if (rig != null) {
            rig.stream().read(folder.runId(), remoteAgents().collect(Collectors.toSet()), agents::add);
        }
    }

    private Set<String> phases() {
        Set<String> names = new TreeSet<>();
        for (RunEvent event : stored.events()) {
            event.as(PhaseBegan.class).ifPresent(phase -> names.add(phase.name()));
        }
        return names;
    }

    private @Nullable String interruption() {
        boolean isInterrupted = stored.events().stream().anyMatch(event -> event.is(EventType.INTERRUPTED));
        return isInterrupted ? "its user" : null;
    }
}
