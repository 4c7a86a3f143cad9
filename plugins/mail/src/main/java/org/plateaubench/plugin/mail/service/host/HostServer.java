// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.ServerGuard;
import org.plateaubench.process.ServerGuard.StopSignal;
import org.plateaubench.spi.SutException;

/**
 * One server program on loopback, tied to the harness by a guard: it and all it has started end when the harness does,
 * however that ends. Any thread.
 */
public final class HostServer implements AutoCloseable {
    /** Where all of them listen. */
    public static final String HOST = "127.0.0.1";

    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = SHUTDOWN_LIMIT.plusSeconds(4);
    private static final int PROBE_LIMIT_MILLIS = 5_000;
    private static final int GREETING_BYTES = 512;

    /** Says its process id, which stays that of the program it becomes. */
    private static final String NAMED = "echo $$ > \"$0\" && exec \"$@\"";

    private final Launch launch;
    private final ChildProcess guard;
    private final long pid;

    /**
     * How a server is started.
     *
     * @param name what it is called in messages
     * @param command that stays in the foreground, with what goes before it
     * @param environment beside what every child inherits
     * @param folder working folder, exists
     * @param log takes what it writes
     * @param pidFile is told the process id
     * @param greetings start of what is said on each port to whoever connects, empty where the client speaks first
     */
    public record Launch(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path folder,
            Path log,
            Path pidFile,
            Map<Integer, String> greetings) {
        public Launch {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            greetings = Map.copyOf(greetings);
        }
    }

    private HostServer(Launch launch, ChildProcess guard, long pid) {
        this.launch = launch;
        this.guard = guard;
        this.pid = pid;
    }

    /**
     * Starts a server and returns when it greets on every port; leaves no process behind otherwise.
     *
     * @throws SutException with a sentence that holds the end of its log
     */
    public static HostServer start(Launch launch) throws SutException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", "-c", NAMED, launch.pidFile().toString()));
        command.addAll(launch.command());
        ChildProcess guard = ChildProcess.start(
                new ChildCommand(
                        launch.name(),
                        ServerGuard.guarded(StopSignal.TERM, SHUTDOWN_LIMIT, command),
                        launch.environment(),
                        launch.folder(),
                        launch.log()),
                PATIENCE);
        boolean answers = false;
        try {
            long pid = guard.awaitReady(child -> probed(launch), READY_LIMIT);
            answers = true;
            return new HostServer(launch, guard, pid);
        } finally {
            if (!answers) {
                guard.close();
            }
        }
    }

    private static Optional<Long> probed(Launch launch) throws IOException {
        for (Map.Entry<Integer, String> port : launch.greetings().entrySet()) {
            if (!greeting(port.getKey(), port.getValue().isEmpty()).startsWith(port.getValue())) {
                return Optional.empty();
            }
        }
        return Optional.of(Long.parseLong(Files.readString(launch.pidFile()).strip()));
    }

    /** What a server says first. */
    private static String greeting(int port, boolean silent) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PROBE_LIMIT_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_LIMIT_MILLIS);
            if (silent) {
                return "";
            }
            byte[] words = new byte[GREETING_BYTES];
            int length = Math.max(0, socket.getInputStream().read(words));
            return new String(words, 0, length, StandardCharsets.UTF_8);
        }
    }

    /** Process id of the server itself. */
    public long pid() {
        return pid;
    }

    /** What it is called in messages. */
    public String name() {
        return launch.name();
    }

    /** What it writes. */
    public Path log() {
        return launch.log();
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return guard.isAlive();
    }

    /** How it ended and what it wrote last, a sentence; only when it has ended. */
    public String ending() {
        return guard.ending() + "; " + guard.logTail();
    }

    /** Stops it, in order if it can. */
    @Override
    public void close() throws SutException {
        guard.close();
    }
}
