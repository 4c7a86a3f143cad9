// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.plateaubench.api.IoReason;
import org.plateaubench.spi.SutException;

/**
 * A server of a SUT, or another child process. It and all processes that it has started end when the harness ends:
 * cleanly when the harness shuts down and, if it has a guard or watches its standard input (see {@link Lifeline}), also
 * when the harness is killed. Methods may be called on any thread; every wait has a time limit.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Duration FORCED_END_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration PROBE_GAP = Duration.ofMillis(20);

    private final ServerCommand command;
    private final Process process;
    private final ProcessLog log;
    private final Duration timeout;
    private final Thread shutdownHook;
    private volatile long pid;
    private volatile String announcement = "";

    /** The cause of a failed start: another process took the port between the check and the server's start. */
    static final class PortTaken extends Exception {
        private static final long serialVersionUID = 1L;

        PortTaken(SutException cause) {
            super(cause);
        }
    }

    private ServerProcess(ServerCommand command, Process process, ProcessLog log, Duration timeout) {
        this.command = command;
        this.process = process;
        this.log = log;
        this.timeout = timeout;
        this.shutdownHook = new Thread(() -> end(timeout), "stop " + command.name());
        pid = process.pid();
    }

    /** Starts a server and returns when it is ready; leaves no process behind if it fails. */
    static <T> ServerProcess start(ServerCommand command, List<String> input, Readiness<T> readiness, Duration limit)
            throws SutException, InterruptedException {
        ServerProcess server = begin(command);
        boolean isReady = false;
        try {
            for (String line : input) {
                server.writeLine(line);
            }
            server.announcement = server.awaitReady(
                            child -> child.hasPid() ? readiness.probe(child) : Optional.empty(), limit)
                    .toString();
            isReady = true;
            return server;
        } catch (SutException e) {
            throw server.hasLogged("ddress already in use")
                    ? new SutException(String.valueOf(e.getMessage()), new PortTaken(e))
                    : e;
        } finally {
            if (!isReady) {
                server.close();
            }
        }
    }

    private boolean hasPid() throws IOException {
        if (command.stop() != null) {
            String written = Files.readString(command.pidFile()).strip();
            pid = written.isEmpty() ? pid : Long.parseLong(written);
            return !written.isEmpty();
        }
        return true;
    }

    public static ServerProcess begin(ServerCommand command) throws SutException {
        return begin(command, command.timeout());
    }

    static ServerProcess begin(ServerCommand command, Duration timeout) throws SutException {
        remove(command.pidFile());
        ProcessBuilder builder = new ProcessBuilder(ServerGuard.inOwnSession(command.line()));
        builder.directory(command.folder().toFile());
        Map<String, String> environment = builder.environment();
        ChildEnvironment.reduce(environment);
        environment.putAll(command.environment());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(command.log().toFile()));
        ServerProcess child;
        try {
            ProcessLog log = ProcessLog.fromEnd(command.log());
            child = new ServerProcess(command, builder.start(), log, timeout);
        } catch (IOException e) {
            throw new SutException(command.name() + " could not be started: " + e.getMessage(), e);
        }
        child.endWithThisProcess();
        return child;
    }

    private void endWithThisProcess() throws SutException {
        try {
            Runtime.getRuntime().addShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            end(Duration.ZERO);
            throw new SutException(command.name() + " was not started because the harness is shutting down", e);
        }
    }

    /** Writes a line to the child's standard input; this is how secrets are passed. */
    public void writeLine(String line) throws SutException {
        try {
            OutputStream input = process.getOutputStream();
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new SutException(description() + " takes no input; " + log.tail(), e);
        }
    }

    /** Waits until the child can be used, and stops it if it cannot. */
    public <T> T awaitReady(Readiness<T> readiness, Duration limit) throws SutException, InterruptedException {
        CompletableFuture<T> ready = new CompletableFuture<>();
        // Interruption ends a virtual thread even when it reads from a socket.
        Thread prober = Thread.ofVirtual().name("probe " + command.name()).start(() -> probe(readiness, ready));
        boolean isUsable = false;
        try {
            CompletableFuture.anyOf(ready, process.onExit()).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!process.isAlive()) {
                throw new SutException(exitDescription() + " before it was ready; " + log.tail());
            }
            isUsable = true;
            return ready.join();
        } catch (TimeoutException e) {
            throw new SutException(
                    description() + " was not ready within " + limit.toMillis() / 1e3 + " s; " + log.tail(), e);
        } catch (ExecutionException e) {
            throw new SutException(
                    description() + " could not be probed: "
                            + Objects.requireNonNull(e.getCause()).getMessage(),
                    e);
        } finally {
            prober.interrupt();
            if (!isUsable) {
                close();
            }
        }
    }

    private <T> void probe(Readiness<T> readiness, CompletableFuture<T> ready) {
        try {
            while (!ready.isDone()) {
                tryOnce(readiness).ifPresent(ready::complete);
                Thread.sleep(PROBE_GAP);
            }
        } catch (InterruptedException e) {
            // The waiting thread has stopped waiting.
        } catch (RuntimeException | Error e) {
            ready.completeExceptionally(e);
        }
    }

    private <T> Optional<T> tryOnce(Readiness<T> readiness) {
        try {
            return readiness.probe(this);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public long pid() {
        return pid;
    }

    /** Returns what the readiness probe read when the server was ready, such as its port. */
    public String announcement() {
        return announcement;
    }

    public Path log() {
        return command.log();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public String description() {
        return command.name() + " (process " + process.pid() + ")";
    }

    /** A sentence about how it ended, with its last output. */
    public String ending() {
        return exitDescription() + "; " + log.tail();
    }

    private String exitDescription() {
        int code = process.exitValue();
        // The JDK, like the shell, reports a signal in this way.
        return description() + (code > 128 ? " was ended by signal " + (code - 128) : " ended with exit code " + code);
    }

    public boolean hasLogged(String text) {
        return log.tailContains(text);
    }

    String logSinceStart() throws IOException {
        return log.readStart();
    }

    /**
     * Requests the child to end ({@code SIGTERM}), waits for its timeout, then kills it and its own children, which
     * takes at most 5 s more, and removes its temporary files. Not interruptible. Does nothing when it has ended.
     */
    @Override
    public void close() throws SutException {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            // The shutdown hook runs already; both may do the same.
        }
        if (!end(timeout)) {
            throw new SutException(description() + " could not be killed; find out what blocks it");
        }
        for (Path file : command.temporaryFiles()) {
            remove(file);
        }
    }

    private static void remove(Path file) throws SutException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new SutException("The file " + file + " cannot be removed: " + IoReason.of(e), e);
        }
    }

    private boolean end(Duration limit) {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        if (!endedWithin(limit)) {
            process.destroyForcibly();
        }
        // A server that ends cleanly ends its children; those that remain have lost their parent.
        descendants.forEach(ProcessHandle::destroyForcibly);
        return endedWithin(FORCED_END_TIMEOUT);
    }

    private boolean endedWithin(Duration limit) {
        process.onExit()
                .completeOnTimeout(process, limit.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return !process.isAlive();
    }

    /** The part of a child's log that one start wrote; the log may contain earlier starts too. */
    record ProcessLog(Path file, long startBytes) {
        private static final int MAX_START_BYTES = 1 << 20;
        private static final int TAIL_BYTES = 16 << 10;
        private static final int TAIL_LINES = 10;

        private static final int LINE_CHARACTERS = 300;
        /** The prefix of stack frames; the lines of a stack trace without it name the causes. */
        private static final String FRAME = "at ";

        static ProcessLog fromEnd(Path file) throws IOException {
            return new ProcessLog(file, Files.exists(file) ? Files.size(file) : 0);
        }

        String readStart() throws IOException {
            return read(startBytes, MAX_START_BYTES);
        }

        boolean tailContains(String text) {
            try {
                return read(tailStart(), TAIL_BYTES).contains(text);
            } catch (IOException e) {
                return false;
            }
        }

        private long tailStart() throws IOException {
            return Math.max(startBytes, Files.size(file) - TAIL_BYTES);
        }

        /** At most ten lines of 300 characters, to end a sentence; stack frames only if there is nothing else. */
        String tail() {
            try {
                long from = tailStart();
                List<String> lines = read(from, TAIL_BYTES).lines().toList();
                if (lines.isEmpty()) {
                    return "its log " + file + " is empty";
                }
                List<String> relevant = lines.stream()
                        .filter(line -> !line.strip().startsWith(FRAME))
                        .toList();
                List<String> quoted = relevant.isEmpty() ? lines : relevant;
                List<String> last = quoted.subList(Math.max(0, quoted.size() - TAIL_LINES), quoted.size());
                return "its log " + file
                        + (from > startBytes || last.size() < lines.size() ? ", which has more, ends: " : " ends: ")
                        + last.stream().map(ProcessLog::shortened).collect(Collectors.joining("\n"));
            } catch (IOException e) {
                return "its log " + file + " cannot be read: " + e.getMessage();
            }
        }

        private static String shortened(String line) {
            return line.length() <= LINE_CHARACTERS ? line : line.substring(0, LINE_CHARACTERS) + "...";
        }

        private String read(long from, int limitBytes) throws IOException {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
                byte[] bytes = new byte[Math.clamp(open.length() - from, 0, limitBytes)];
                open.seek(from);
                open.readFully(bytes);
                return new String(bytes, StandardCharsets.UTF_8);
            }
        }
    }
}
