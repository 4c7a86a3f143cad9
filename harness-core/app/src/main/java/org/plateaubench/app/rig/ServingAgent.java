// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.agent.AgentSession;
import org.plateaubench.app.Installation;
import org.plateaubench.app.ProcessLock;
import org.plateaubench.app.UsageError;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.rig.AgentConnections;
import org.plateaubench.rig.ClockOffset;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Engagement;
import org.plateaubench.rig.JarCache;
import org.plateaubench.rig.Presence;
import org.plateaubench.wire.AgentNames;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** Serves the runs of a broker one after the other; stores the jars of plugins by their digests. */
public final class ServingAgent {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    private final Credentials user;
    private final Path folder;
    private final Service service;
    private final JarCache jars;
    private final Consumer<String> notices;
    private volatile String run = "";
    private volatile Presence.@Nullable Calibrated calibration;

    /**
     * The configuration of an agent.
     *
     * @param url address of the broker, null for that of the credentials
     * @param allow file with the jars that may be used, {@code any}, or empty for none
     */
    public record Service(
            Path credentials, @Nullable String url, Path folder, Map<String, String> labels, String allow) {}

    private ServingAgent(Credentials user, Path folder, Service service, Consumer<String> notices) throws IOException {
        this.user = user;
        this.folder = folder;
        this.service = service;
        this.notices = notices;
        jars = JarCache.of(folder.resolve("jars"), service.allow());
    }

    /** Serves until {@code isOver}, which ends a run as its controller's end does. Notices come on any thread. */
    @SuppressWarnings("try") // The lock is only held.
    public static void serve(Service service, Consumer<String> notices, BooleanSupplier isOver)
            throws IOException, InterruptedException {
        Credentials user = Credentials.read(service.credentials());
        Optional<String> refusal = AgentNames.refusal(user.name());
        if (refusal.isPresent()) {
            throw new UsageError(refusal.get());
        }
        String url = service.url();
        Path own = OwnerOnly.folder(service.folder().resolve(user.name()).toAbsolutePath());
        // Two processes of one agent would both drive its share of the load, and overwrite each other's plugins.
        try (ProcessLock lock = ProcessLock.take(own.resolve("lock"), ProcessLock.Use.ALONE)
                .orElseThrow(() ->
                        new IOException("Agent " + user.name() + " runs already on this host, with the folder " + own
                                + ": end it first. An agent of another broker needs another folder (--folder)."))) {
            new ServingAgent(url == null ? user : user.at(url), own, service, notices).serve(isOver);
        }
    }

    private void serve(BooleanSupplier isOver) throws IOException, InterruptedException {
        // Threads that are started from here inherit the timer slack.
        TimerSlack.reduceForThisThread();
        try (AgentConnections connections = connect(isOver)) {
            if (connections == null) {
                return;
            }
            notices.accept("Agent " + user.name() + " waits for runs at " + user.url()
                    + (service.allow().isEmpty() ? ", and runs no plugin, since --allow is not given." : "."));
            while (!isOver.getAsBoolean()) {
                @Nullable Engagement engagement = connections.next(POLL_INTERVAL);
                if (engagement != null) {
                    serve(engagement, isOver);
                }
            }
        }
    }

    /** Waits until the broker can be reached, and connects to it; null if the agent is requested to end before. */
    private @Nullable AgentConnections connect(BooleanSupplier isOver) throws IOException, InterruptedException {
        boolean isReported = false;
        while (!isOver.getAsBoolean()) {
            try {
                return new AgentConnections(user, SystemClock.instance()::nanoTime, notices, this::presence);
            } catch (ConnectException e) {
                if (!isReported) {
                    notices.accept(e.getMessage() + " Trying again.");
                    isReported = true;
                }
                TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL.toNanos());
            }
        }
        return null;
    }

    private void serve(Engagement engagement, BooleanSupplier isOver) throws InterruptedException {
        run = engagement.run();
        notices.accept("Run " + run + " begins.");
        Path work = folder.resolve("run");
        try {
            FileTree.remove(work);
            Path plugins = Files.createDirectories(work.resolve("plugins"));
            drive(engagement.acceptOffer(jars, plugins), plugins, isOver);
            notices.accept("Run " + run + " is over.");
        } catch (IOException e) {
            notices.accept("Run " + run + " was not served: " + e.getMessage());
        } finally {
            run = "";
        }
    }

    private void drive(Transport<ToController, ToAgent> controller, Path plugins, BooleanSupplier isOver)
            throws IOException, InterruptedException {
        try (controller;
                PluginCatalog catalog = PluginCatalog.load(List.of(plugins))) {
            catalog.problems().forEach(problem -> notices.accept(problem.toString()));
            AgentSession session = new AgentSession(
                    user.name(),
                    controller,
                    catalog,
                    SystemClock.instance(),
                    measured -> calibration =
                            new Presence.Calibrated(SystemClock.instance().wallTime(), measured));
            Thread driving = Thread.ofPlatform().daemon().name("plateau-agent").start(session);
            while (!driving.join(POLL_INTERVAL)) {
                if (isOver.getAsBoolean()) {
                    driving.interrupt();
                }
            }
        }
    }

    private Presence presence(ClockOffset.@Nullable Estimate clock) {
        return new Presence(
                user.name(),
                Installation.version(),
                RunningHost.nameOr(Message.NO_HOST_NAME),
                ProcessHandle.current().pid(),
                run,
                service.labels(),
                SutHosts.addressesOfThisHost(),
                calibration,
                RunningHost.ofThisProcess().orElse(null),
                clock);
    }
}
