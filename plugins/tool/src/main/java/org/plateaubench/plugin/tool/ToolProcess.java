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
    /** Time to end after SIGTERM; shorter than the 2 s that a user has to return from an abort. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    /** Time for the guard to kill the program, and for the readers of its output to end. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** The output limit of one run of a program. */
    private static final int MAX_CHARACTERS = 16 << 20;

    private static final int ERRORS_KEPT = 16 << 10;
    /** A variable that all processes of a program inherit, also those that leave its session. */
    private static final String MARK = "PLATEAU_TOOL";

    private static final int MAX_ATTEMPTS = 10;

    private final Path pidFile;
    private volatile @Nullable Process running;
    /** Whether the current run was aborted, perhaps while its program was being started. */
    private volatile boolean isAborted;

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
        builder.environment().put(MARK, pidFile.toString());
        isAborted = false;
        Process process = builder.start();
        running = process;
        if (isAborted) {
            end(process);
        }
        OutputReader text = new OutputReader(process, lines);
        ErrorReader errors = new ErrorReader(process.getErrorStream());
        Thread reader = Thread.ofVirtual().start(text);
        Thread errorReader = Thread.ofVirtual().start(errors);
        try {
            int exitCode = process.waitFor();
            killDetached();
            // A process of another user may keep the output open.
            reader.join(GRACE);
            errorReader.join(GRACE);
            return new Output(exitCode, text.text(), text.isTooLong(), errors.text());
        } finally {
            running = null;
            end(process);
        }
    }

    void abort() {
        isAborted = true;
        Process process = running;
        if (process != null) {
            end(process);
        }
    }

    /** Kills the processes that have left the session, such as daemons. */
    private void killDetached() {
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            List<ProcessHandle> left = ProcessHandle.allProcesses()
                    .filter(each -> hasMark(each.pid()))
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

    private boolean hasMark(long pid) {
        try {
            byte[] variables = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
            return new String(variables, StandardCharsets.UTF_8).contains(MARK + "=" + pidFile + "\0");
        } catch (IOException e) {
            // The process has ended, or belongs to another user.
            return false;
        }
    }

    private void end(Process process) {
        if (process.isAlive()) {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroy();
            Thread.ofVirtual().start(() -> {
                process.onExit()
                        .completeOnTimeout(process, TIMEOUT.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
                        .join();
                started.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                killDetached();
            });
        }
    }

    /** Reads the standard output of the program, line by line. At a limit of its length, the program is ended. */
    private final class OutputReader implements Runnable {
        private final Process process;
        private final Consumer<String> lines;
        private final StringBuilder read = new StringBuilder();
        private boolean isTooLong;

        OutputReader(Process process, Consumer<String> lines) {
            this.process = process;
            this.lines = lines;
        }

        @Override
        public void run() {
            char[] part = new char[8192];
            int lineStart = 0;
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (int count = reader.read(part); count >= 0; count = reader.read(part)) {
                    lineStart = append(part, count, lineStart);
                    if (lineStart < 0) {
                        end(process);
                        return;
                    }
                }
            } catch (IOException e) {
                // The output is closed when the program ends.
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
                // The stream is closed when the program ends.
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
