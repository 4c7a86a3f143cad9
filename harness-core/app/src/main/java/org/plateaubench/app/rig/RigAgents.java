// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.AgentSource;
import org.plateaubench.app.CalibratedRate;
import org.plateaubench.app.CalibratedRate.RequestedRate;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.rig.RigWatch.SeenAgent;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.LoadedPlugin.PluginJar;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Offer;
import org.plateaubench.rig.RigConnection;
import org.plateaubench.wire.AgentNames;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

public final class RigAgents implements AgentSource {
    public static final String CREDENTIALS_VARIABLE = "PLATEAU_CREDENTIALS";

    private static final int MAX_PARALLEL = 32;
    private static final Duration CALIBRATION_LIMIT = Duration.ofSeconds(30);

    private final Credentials user;
    private final List<SeenAgent> agents;
    /** The rig that chooses the agents; null for agents of the command line, examined when they are engaged. */
    private final @Nullable RigSpec rig;

    RigAgents(Credentials user, List<SeenAgent> agents, @Nullable RigSpec rig) {
        this.user = user;
        this.agents = List.copyOf(agents);
        this.rig = rig;
    }

    public static void requireNames(List<String> names) throws UsageError {
        for (String name : names) {
            Optional<String> problem = AgentNames.problem(name);
            if (problem.isPresent()) {
                throw new UsageError("--agents: " + problem.get() + ".");
            }
        }
    }

    public static RigAgents of(Path credentials, List<String> names) throws IOException {
        return new RigAgents(
                Credentials.read(credentials),
                names.stream().map(SeenAgent::notHeard).toList(),
                null);
    }

    /** Reads the agents from the broker; fails when labels choose more agents than exist. */
    public static RigAgents of(Path credentials, RigSpec rig) throws IOException, InterruptedException {
        Credentials user = Credentials.read(credentials);
        try (RigWatch watch = RigWatch.of(user)) {
            return new RigAgents(user, watch.chosen(rig), rig);
        }
    }

    @Override
    public List<String> names() {
        return agents.stream().map(SeenAgent::name).toList();
    }

    /** Agents of one host share its calibration; several hosts calibrate at the same time. */
    @Override
    public Map<String, RequestedRate.Host> hosts() throws InterruptedException {
        Map<String, List<SeenAgent>> agentsByHost;
        try {
            agentsByHost = (rig == null ? readAgents() : agents)
                    .stream()
                            .filter(agent -> agent.problem().isEmpty())
                            .collect(Collectors.groupingBy(agent -> agent.host() + " " + agent.hostStart()));
        } catch (IOException e) {
            // The run meets the same obstacle, and reports it in its result.
            return Map.of();
        }
        Map<String, RequestedRate.Host> hosts = new ConcurrentHashMap<>();
        List<Callable<RequestedRate.Host>> calibrations = new ArrayList<>();
        for (List<SeenAgent> ofHost : agentsByHost.values()) {
            calibrations.add(() -> {
                RequestedRate.Host host =
                        new RequestedRate.Host(ofHost.getFirst().host(), calibratedRate(ofHost));
                ofHost.forEach(agent -> hosts.put(agent.name(), host));
                return host;
            });
        }
        try (ExecutorService executor = workers()) {
            executor.invokeAll(calibrations);
        }
        return hosts;
    }

    /** The rate of the host of these agents; the first free one measures it unless one of them has done so. */
    private CalibratedRate calibratedRate(List<SeenAgent> ofHost) throws IOException, InterruptedException {
        for (SeenAgent agent : ofHost) {
            if (agent.calibration() != null) {
                return agent.calibration().rate();
            }
        }
        for (SeenAgent agent : ofHost) {
            if (agent.inUseBy().isEmpty()) {
                return calibrate(user, agent.name()).rate();
            }
        }
        throw new IOException("all agents are in use");
    }

    /** Makes an agent calibrate its host as before a run: it is engaged without plugins and load, then released. */
    public static SeenAgent.Calibrated calibrate(Path credentials, String agent)
            throws IOException, InterruptedException {
        return calibrate(Credentials.read(credentials), agent);
    }

    private static SeenAgent.Calibrated calibrate(Credentials user, String agent)
            throws IOException, InterruptedException {
        String controller = user.name() + " (process " + ProcessHandle.current().pid() + ")";
        // Each calibration has its own name, like a run; agents of several hosts calibrate at the same time.
        String run =
                "calibration-" + agent + "-" + SystemClock.instance().wallTime().toEpochMilli();
        Offer offer = new Offer(run, controller, Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
        long deadline = SystemClock.instance().nanoTime() + CALIBRATION_LIMIT.toNanos();
        try (RigConnection rig = new RigConnection(user, controller, SystemClock.instance()::nanoTime)) {
            try (Transport<ToAgent, ToController> connection = rig.engage(agent, offer, Map.of())) {
                while (SystemClock.instance().nanoTime() < deadline) {
                    ToController message =
                            connection.receive(Duration.ofSeconds(1).toNanos());
                    if (message instanceof ToController.Calibrated calibrated) {
                        connection.send(new ToAgent.Abort("The host is calibrated."));
                        return SeenAgent.Calibrated.of(SystemClock.instance().wallTime(), calibrated.calibration());
                    }
                    if (message instanceof ToController.Failed failed) {
                        throw new IOException(failed.message());
                    }
                }
                throw new IOException("Agent " + agent + " did not calibrate its host within "
                        + CALIBRATION_LIMIT.toSeconds() + " s.");
            } catch (PeerLostException e) {
                throw new IOException(e.getMessage(), e);
            } finally {
                rig.stream().remove(run);
            }
        }
    }

    private List<SeenAgent> readAgents() throws IOException, InterruptedException {
        try (RigWatch watch = RigWatch.of(user)) {
            return watch.named(names());
        }
    }

    public List<SeenAgent> agents() {
        return agents;
    }

    /** The obstacles to driving a plan with these agents, a sentence each; empty for agents of the command line. */
    public List<String> obstacles(RunPlan plan) throws InterruptedException {
        if (rig == null) {
            return List.of();
        }
        List<String> all = new ArrayList<>(agents.stream()
                .map(SeenAgent::problem)
                .filter(problem -> !problem.isEmpty())
                .toList());
        if (!rig.onSutHosts()) {
            List<SeenAgent> available =
                    agents.stream().filter(agent -> agent.problem().isEmpty()).toList();
            all.addAll(SutHosts.obstacles(plan, available, SutHosts.Place.ofThisProcess()));
        }
        return all;
    }

    /** Agents of the command line may not be on the host of a SUT, unless the run is of class dev. */
    private List<String> obstaclesOfCommandLine(RunPlan plan) throws IOException, InterruptedException {
        if (plan.runClass() == RunClass.DEV || plan.suts().isEmpty()) {
            return List.of();
        }
        // The host of an agent that does not report is unknown, but such an agent is not engaged either.
        List<SeenAgent> reporting =
                readAgents().stream().filter(agent -> !agent.host().isEmpty()).toList();
        return SutHosts.obstacles(plan, reporting, SutHosts.Place.ofThisProcess());
    }

    @Override
    public ConnectedAgents connect(String runId, PluginCatalog catalog, RunPlan plan)
            throws IOException, InterruptedException {
        List<String> obstacles = rig == null ? obstaclesOfCommandLine(plan) : obstacles(plan);
        if (!obstacles.isEmpty()) {
            throw new IOException(String.join(" ", obstacles));
        }
        String controller = user.name() + " (process " + ProcessHandle.current().pid() + " of "
                + RunningHost.nameOr(Message.NO_HOST_NAME) + ")";
        RigConnection rig = new RigConnection(user, controller, SystemClock.instance()::nanoTime);
        List<AgentLink> links = new ArrayList<>();
        boolean isComplete = false;
        try {
            Map<String, Path> jars = new TreeMap<>();
            Offer offer = new Offer(
                    runId,
                    controller,
                    Message.PROTOCOL_VERSION,
                    Message.SPI_VERSION,
                    plan.agents().size(),
                    plugins(catalog, plan, jars));
            engage(rig, plan, offer, jars, links);
            isComplete = true;
            return new Connected(rig, List.copyOf(links));
        } finally {
            if (!isComplete) {
                new Connected(rig, links).close();
            }
        }
    }

    @Override
    public void runEnded(RunFolder folder) throws InterruptedException {
        if (!Files.exists(folder.file(StoredFile.MANIFEST))) {
            return;
        }
        try (RigConnection connected = new RigConnection(user, user.name(), SystemClock.instance()::nanoTime)) {
            connected.stream().remove(folder.runId());
        } catch (IOException e) {
            // The broker is unreachable; it removes old runs itself.
            return;
        }
    }

    /** Engages all agents in parallel, since each may need time for jars; agents without load get no plugins. */
    private void engage(RigConnection rig, RunPlan plan, Offer offer, Map<String, Path> jars, List<AgentLink> links)
            throws IOException, InterruptedException {
        Set<String> drivers = plan.drivingAgents();
        Offer withoutPlugins = new Offer(
                offer.run(),
                offer.controller(),
                offer.protocolVersion(),
                offer.spiVersion(),
                offer.agents(),
                List.of());
        List<Future<AgentLink>> engaging = new ArrayList<>();
        try (ExecutorService executor = workers()) {
            for (String name : names()) {
                Offer sent = drivers.contains(name) ? offer : withoutPlugins;
                engaging.add(executor.submit(() -> new AgentLink(name, rig.engage(name, sent, jars))));
            }
        }
        Set<String> refusals = new LinkedHashSet<>();
        for (Future<AgentLink> engaged : engaging) {
            try {
                links.add(engaged.get());
            } catch (ExecutionException e) {
                refusals.add(String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
            }
        }
        if (!refusals.isEmpty()) {
            throw new IOException(String.join(" ", refusals));
        }
    }

    private static ExecutorService workers() {
        return Executors.newFixedThreadPool(MAX_PARALLEL, Thread.ofVirtual().factory());
    }

    private static List<Offer.Plugin> plugins(PluginCatalog catalog, RunPlan plan, Map<String, Path> files)
            throws IOException {
        List<Offer.Plugin> plugins = new ArrayList<>();
        for (LoadedPlugin plugin : catalog.plugins()) {
            if (!plan.uses(plugin)) {
                continue;
            }
            Optional<Path> folder = plugin.folder();
            if (folder.isEmpty()) {
                throw new IOException(
                        "Plugin " + plugin.id() + " is in no folder, so that it cannot be sent to agents.");
            }
            List<Offer.Jar> jars = new ArrayList<>();
            for (PluginJar jar : plugin.jars()) {
                Path file = folder.get().resolve(jar.name());
                files.put(jar.sha256(), file);
                jars.add(new Offer.Jar(jar.name(), jar.sha256(), Files.size(file)));
            }
            plugins.add(new Offer.Plugin(plugin.id(), jars));
        }
        return plugins;
    }

    private record Connected(RigConnection rig, List<AgentLink> links) implements ConnectedAgents {
        @Override
        public void close() {
            links.forEach(link -> link.transport().close());
            rig.close();
        }
    }
}
