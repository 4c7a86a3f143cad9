// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ChildEnvironment;
import org.plateaubench.process.ServerGuard;
import org.plateaubench.process.StopSignal;

/**
 * Runs a program in a separate session. All processes that the program started are ended when it ends, when the harness
 * ends, and on {@link #abort}. One thread runs programs; any thread aborts.
 */
final class ToolProcess {
    /** Time for a program to end after SIGTERM; shorter than the 2 s that a user has to return from an abort. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    /** Time for the guard to kill the program, and for the readers of its output to end. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** The output limit of one run of a program. */
    private static final int MAX_CHARACTERS = 16 << 20;

    private static final int ERRORS_KEPT = 16 << 10;
    /** A variable that all processes of a program inherit, also those that leave its session. */
    private static final String MARK = "PLATEAU_TOOL";

    private static final int MAX_ATTEMPTS = 10;

    /** The exit code of a program that was aborted and has not ended yet. */
    private static final int NOT_ENDED = -1;

    private final Path pidFile;
    private volatile @Nullable Running running;
    /** Whether the current run was aborted, perhaps while its program was being started. */
    private volatile boolean isAborted;

    private int runs;

    /** A program; its processes have the mark, and {@code abandoned} completes when nobody waits for its end any more. */
    private record Running(Process process, String mark, CompletableFuture<@Nullable Void> abandoned) {}

    ToolProcess(Path pidFile) {
        this.pidFile = pidFile;
    }

    /** Runs a program to its end; another thread passes each line of its output to {@code lines} when it is printed. */
    Output run(List<String> command, Map<String, String> environment, Path folder, Consumer<String> lines)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        ServerGuard.inOwnSession(ServerGuard.guarded(StopSignal.TERM, TIMEOUT, pidFile, command)))
                .directory(folder.toFile());
        ChildEnvironment.reduce(builder.environment());
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        String mark = pidFile + "#" + ++runs;
        builder.environment().put(MARK, mark);
        isAborted = false;
        Process process = builder.start();
        Running program = new Running(process, mark, new CompletableFuture<>());
        running = program;
        if (isAborted) {
            abort(program);
        }
        OutputReader text = new OutputReader(program, lines);
        ErrorReader errors = new ErrorReader(process.getErrorStream());
        Thread reader = Thread.ofVirtual().start(text);
        Thread errorReader = Thread.ofVirtual().start(errors);
        try {
            CompletableFuture.anyOf(process.onExit(), program.abandoned()).get();
            if (process.isAlive()) {
                return new Output(NOT_ENDED, text.text(), text.isTooLong(), errors.text());
            }
            killDetached(mark);
            // A process of another user may keep the output open.
            reader.join(GRACE);
            errorReader.join(GRACE);
            return new Output(process.exitValue(), text.text(), text.isTooLong(), errors.text());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            running = null;
            end(program);
        }
    }

    void abort() {
        isAborted = true;
        Running program = running;
        if (program != null) {
            abort(program);
        }
    }

    private static void abort(Running program) {
        end(program);
        program.abandoned().completeOnTimeout(null, TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Kills the processes that have left the session, such as daemons. */
    private static void killDetached(String mark) {
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            List<ProcessHandle> left = ProcessHandle.allProcesses()
                    .filter(each -> hasMark(each.pid(), mark))
                    .toList();
            if (left.isEmpty()) {
                return;
            }
            left.forEach(ProcessHandle::destroyForcibly);
            left.forEach(each -> each.onExit()
                    .completeOnTimeout(each, GRACE.toSeconds(), TimeUnit.SECONDS)
                    .join());
        }
    }

    private static boolean hasMark(long pid, String mark) {
        try {
            byte[] variables = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
            return new String(variables, StandardCharsets.UTF_8).contains(MARK + "=" + mark + "\0");
        } catch (IOException e) {
            // The process has ended, or belongs to another user.
            return false;
        }
    }

    private static void end(Running program) {
        Process process = program.process();
        if (process.isAlive()) {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroy();
            Thread.ofVirtual().start(() -> {
                process.onExit()
                        .completeOnTimeout(process, TIMEOUT.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
                        .join();
                started.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                killDetached(program.mark());
            });
        }
    }

    /** The standard output of a program, line by line, up to a limit at which the program is ended. */
    private static final class OutputReader implements Runnable {
        private final Running program;
        private final Consumer<String> lines;
        private final StringBuilder read = new StringBuilder();
        private boolean isTooLong;

        OutputReader(Running program, Consumer<String> lines) {
            this.program = program;
            this.lines = lines;
        }

        @Override
        public void run() {
            char[] part = new char[8192];
            int lineStart = 0;
            try (BufferedReader reader = new BufferedReader(
                    new InputStreamReader(program.process().getInputStream(), StandardCharsets.UTF_8))) {
                for (int count = reader.read(part); count >= 0; count = reader.read(part)) {
                    lineStart = append(part, count, lineStart);
                    if (lineStart < 0) {
                        end(program);
                        return;
                    }
                }
            } catch (IOException e) {
                // The end of the program has closed the output.
                return;
            }
        }

        private synchronized int append(char[] part, int count, int from) {
            int previousLength = read.length();
            read.append(part, 0, count);
            if (read.length() > MAX_CHARACTERS) {
                isTooLong = true;
                return -1;
            }
            int start = from;
            for (int end = read.indexOf("\n", previousLength); end >= 0; end = read.indexOf("\n", start)) {
                lines.accept(read.substring(start, end));
                start = end + 1;
            }
            return start;
        }

        synchronized String text() {
            return read.toString();
        }

        synchronized boolean isTooLong() {
            return isTooLong;
        }
    }

    private static final class ErrorReader implements Runnable {
        private final InputStream stream;
        private final ByteArrayOutputStream last = new ByteArrayOutputStream();

        ErrorReader(InputStream stream) {
            this.stream = stream;
        }

        @Override
        public void run() {
            byte[] part = new byte[4096];
            try (stream) {
                for (int count = stream.read(part); count >= 0; count = stream.read(part)) {
                    keep(part, count);
                }
            } catch (IOException e) {
                // The end of the program has closed the stream.
                return;
            }
        }

        private synchronized void keep(byte[] part, int count) {
            if (last.size() > ERRORS_KEPT) {
                last.reset();
            }
            last.write(part, 0, count);
        }

        synchronized String text() {
            return last.toString(StandardCharsets.UTF_8);
        }
    }
}
