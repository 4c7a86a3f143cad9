// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.proving.server.LawServer;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.JavaServerRights;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** The server in a Java process of its own, on loopback. */
final class EmbeddedLaw implements SutService {
    private static final String HOST = "127.0.0.1";
    private static final Duration READY_LIMIT = Duration.ofSeconds(20);
    /** A young generation that lasts for millions of answers, touched beforehand, and one quick compiler. */
    private static final List<String> JAVA_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+AlwaysPreTouch",
            "-Xms160m",
            "-Xmx160m",
            "-Xmn128m",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED");

    private final SutContext<KnownLawParameters> context;
    private final String name;
    private final ReentrantLock change = new ReentrantLock();
    private volatile @Nullable Running running;

    private record Running(ChildProcess child, int port) {}

    EmbeddedLaw(SutContext<KnownLawParameters> context) {
        this.context = context;
        this.name = "known law of SUT " + context.name();
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        change.lockInterruptibly();
        try {
            if (running != null) {
                throw new SutException(name + " was started already; stop it first.");
            }
            int given = context.parameters().port();
            if (given != 0) {
                Ports.requireFree(given, name);
            }
            progress.report("starting " + name, 0, 0, "");
            Path folder = context.folder().toAbsolutePath();
            List<String> command = JavaServerRights.without(command(), folder);
            ChildProcess child = ChildProcess.start(new ChildCommand(name, command, Map.of(), folder, log()));
            int port = Integer.parseInt(child.awaitReady(ReadyLine.awaited(), READY_LIMIT));
            running = new Running(child, port);
            return LawClient.address(context.name(), HOST, port);
        } finally {
            change.unlock();
        }
    }

    private List<String> command() {
        KnownLawParameters given = context.parameters();
        return JavaCommand.of(
                LawServer.class,
                List.of(KeyedRandom.class),
                JAVA_OPTIONS,
                List.of(
                        "lifeline=true",
                        "host=" + HOST,
                        "port=" + given.port(),
                        "law=" + given.law().name().toLowerCase(Locale.ROOT),
                        "shiftNanos=" + given.shift().toNanos(),
                        "scaleNanos=" + given.scale().toNanos(),
                        "sigma=" + given.sigma(),
                        "stallEveryNanos=" + given.stallEvery().toNanos(),
                        "stallNanos=" + given.stallFor().toNanos(),
                        "seed=" + given.seed()));
    }

    private Path log() {
        return context.folder().toAbsolutePath().resolve("known-law.log");
    }

    @Override
    public void stop() throws SutException {
        change.lock();
        try {
            Running server = running;
            if (server != null) {
                server.child().close();
                running = null;
            }
        } finally {
            change.unlock();
        }
    }

    @Override
    public void clear() {
        // It stores nothing.
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of(
                "law", context.parameters().latency().toString(),
                "stalls", context.parameters().stalls().toString(),
                "javaOptions", String.join(" ", JAVA_OPTIONS));
    }

    @Override
    public List<Path> logs() {
        return Files.exists(log()) ? List.of(log()) : List.of();
    }

    @Override
    public SutStatus status() {
        Running server = running;
        if (server == null) {
            return new SutStatus(SutStatus.State.STOPPED, name + " is not started", List.of());
        }
        ChildProcess child = server.child();
        return child.isAlive()
                ? new SutStatus(
                        SutStatus.State.RUNNING,
                        name + " (process " + child.pid() + ") listens on " + HOST + ":" + server.port(),
                        List.of(child.pid()))
                : new SutStatus(SutStatus.State.FAILED, child.ending() + "; " + child.logTail(), List.of());
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
