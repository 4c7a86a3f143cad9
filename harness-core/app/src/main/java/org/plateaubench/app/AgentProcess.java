// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.agent.AgentSession;
import org.plateaubench.loader.PluginOutput;
import org.plateaubench.loader.ShownText;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.SocketTransport;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** An agent of this host in another process, which ends with this one; its output is in the run folder. */
public final class AgentProcess implements AgentSource.RunAgent, Transport<ToAgent, ToController> {
    private static final int SIGNALS = 128;
    private static final int END_BY_FORCE_SECONDS = 5;

    private final String name;
    private final Transport<ToAgent, ToController> socket;
    private volatile @Nullable Process process;
    private volatile @Nullable Thread output;
    private volatile String lastLine = "";

    private AgentProcess(String name) {
        this.name = name;
        socket = SocketTransport.toAgent(MAX_QUEUED_MESSAGES, this::connect);
    }

    /** Begins to start the process; a failure is reported as a failure of the connection. */
    static AgentProcess start(String name) {
        return new AgentProcess(name);
    }

    private SocketChannel connect() throws IOException {
        // Only the owner can access a temporary folder.
        Path folder = Files.createTempDirectory("plateau-agent-");
        Path address = folder.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(address));
            Process started = new ProcessBuilder(command(address))
                    .redirectErrorStream(true)
                    .start();
            process = started;
            output = Thread.ofPlatform().daemon().name("plateau-agent-output").start(() -> {
                copyOutput(started);
                stopAccepting(server);
            });
            return server.accept();
        } finally {
            Files.deleteIfExists(address);
            Files.deleteIfExists(folder);
        }
    }

    private List<String> command(Path address) {
        return Installation.command(
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                "local-agent",
                "--name",
                name,
                "--socket",
                address.toString(),
                "--clock-origin",
                Long.toString(SystemClock.origin()));
    }

    private static void stopAccepting(ServerSocketChannel server) {
        try {
            server.close();
        } catch (IOException e) {
            // The deadline of the greeting ends the wait.
            return;
        }
    }

    private void copyOutput(Process process) {
        try (BufferedReader printed = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = printed.readLine(); line != null; line = printed.readLine()) {
                PluginOutput.ofProcess().print("agent " + name, line);
                lastLine = line.isBlank() ? lastLine : line;
            }
        } catch (IOException e) {
            // The process has ended.
            return;
        }
    }

    @Override
    public Transport<ToAgent, ToController> transport() {
        return this;
    }

    @Override
    public boolean send(ToAgent message) throws PeerLostException {
        return socket.send(message);
    }

    @Override
    public @Nullable ToController receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        try {
            return socket.receive(timeoutNanos);
        } catch (PeerLostException e) {
            throw new PeerLostException(cause(String.valueOf(e.getMessage())));
        }
    }

    /** The end of the process, if it ends within a second, is the cause of the end of the connection. */
    private String cause(String connectionCause) throws InterruptedException {
        Process ended = process;
        if (ended == null || !ended.waitFor(1, TimeUnit.SECONDS)) {
            return connectionCause;
        }
        int code = ended.exitValue();
        return "its process " + ended.pid() + " has ended with exit code " + code
                + (code > SIGNALS ? " (signal " + (code - SIGNALS) + ")" : "")
                + (lastLine.isEmpty()
                        ? "."
                        : ". The last line that it printed is: " + ShownText.of(lastLine) + " More may be in "
                                + PluginOutput.FILE_NAME + ".");
    }

    /** Called at the end of the run, and again by the controller; the second call has no effect. */
    @Override
    public void close() {
        socket.close();
        Process ending = process;
        if (ending == null) {
            return;
        }
        try {
            ending.getOutputStream().close();
            if (!ending.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                ending.destroyForcibly().waitFor(END_BY_FORCE_SECONDS, TimeUnit.SECONDS);
            }
            Thread copying = output;
            if (copying != null) {
                copying.join(Duration.ofSeconds(1));
            }
        } catch (IOException e) {
            ending.destroyForcibly();
        } catch (InterruptedException e) {
            ending.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    public static final class ForkedAgent {
        private ForkedAgent() {}

        /** Returns when the run is over or the controller has ended; both processes measure time from the origin. */
        @SuppressWarnings("try") // The attachment is only kept open.
        public static void run(String agent, Path socket, long clockOrigin, OutputStream output) throws IOException {
            // Threads that are started from here inherit the timer slack.
            TimerSlack.reduceForThisThread();
            NanoClock clock = SystemClock.since(clockOrigin);
            try (PluginOutput.Attachment printed = PluginOutput.ofProcess().to(output::write);
                    Installation installation = Installation.open()) {
                new AgentSession(
                                agent,
                                SocketTransport.toController(
                                        AgentSource.RunAgent.MAX_QUEUED_MESSAGES,
                                        () -> SocketChannel.open(UnixDomainSocketAddress.of(socket))),
                                installation.catalog(),
                                clock,
                                _ -> {})
                        .run();
            }
        }
    }
}
