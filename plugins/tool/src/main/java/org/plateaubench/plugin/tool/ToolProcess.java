// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
import org.plateaubench.scenario.value.StepFailure;

/**
 * Runs a program in a session of its own. It and everything that it has started in that session end with it, with the
 * harness, and at {@link #abort}. One thread runs programs; any thread aborts.
 */
final class ToolProcess {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** Time for the guard to kill the program, and for the end of what reads its output. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final int ERRORS_KEPT = 16 << 10;

    private final Path pidFile;
    private final int mostOutput;
    private volatile @Nullable Process running;

    ToolProcess(Path pidFile, int mostOutput) {
        this.pidFile = pidFile;
        this.mostOutput = mostOutput;
    }

    /**
     * Runs a program to its end.
     *
     * @param lines receives each line of its output when it is printed, on another thread
     * @throws StepFailure if it prints too much
     */
    Output run(List<String> command, Map<String, String> environment, Path folder, Consumer<String> lines)
            throws IOException, InterruptedException, StepFailure {
        ProcessBuilder builder = new ProcessBuilder(
                        ServerGuard.inOwnSession(ServerGuard.guarded(StopSignal.TERM, PATIENCE, pidFile, command)))
                .directory(folder.toFile());
        ChildEnvironment.reduce(builder.environment());
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        Process process = builder.start();
        running = process;
        Text text = new Text(process, mostOutput, lines);
        Errors errors = new Errors(process.getErrorStream());
        Thread reader = Thread.ofVirtual().start(text);
        Thread errorReader = Thread.ofVirtual().start(errors);
        try {
            int exitCode = process.waitFor();
            // A process that has left the session may keep the output open.
            reader.join(GRACE);
            errorReader.join(GRACE);
            if (text.isTooLong()) {
                throw StepFailure.error(
                        "output-limit",
                        "it printed more than " + (mostOutput >> 20) + " MiB and was ended; raise 'mostOutput', or"
                                + " let it print less");
            }
            return new Output(exitCode, text.text(), errors.text());
        } finally {
            running = null;
            end(process);
        }
    }

    /** Ends a program that is running, at the latest after some seconds. */
    void abort() {
        Process process = running;
        if (process != null) {
            end(process);
        }
    }

    private static void end(Process process) {
        if (process.isAlive()) {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroy();
            Thread.ofVirtual().start(() -> {
                process.onExit()
                        .completeOnTimeout(process, PATIENCE.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
                        .join();
                started.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
        }
    }

    /** Its standard output, line by line, up to a limit at which the program is ended. */
    private static final class Text implements Runnable {
        private final Process process;
        private final int most;
        private final Consumer<String> lines;
        private final StringBuilder read = new StringBuilder();
        private boolean isTooLong;

        Text(Process process, int most, Consumer<String> lines) {
            this.process = process;
            this.most = most;
            this.lines = lines;
        }

        @Override
        public void run() {
            char[] part = new char[8192];
            int lineStart = 0;
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (int count = reader.read(part); count >= 0; count = reader.read(part)) {
                    lineStart = take(part, count, lineStart);
                    if (lineStart < 0) {
                        end(process);
                        return;
                    }
                }
            } catch (IOException e) {
                // Its end closes the output.
                return;
            }
        }

        private synchronized int take(char[] part, int count, int from) {
            int known = read.length();
            read.append(part, 0, count);
            if (read.length() > most) {
                isTooLong = true;
                return -1;
            }
            int start = from;
            for (int end = read.indexOf("\n", known); end >= 0; end = read.indexOf("\n", start)) {
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

    /** The last part of its standard error. */
    private static final class Errors implements Runnable {
        private final InputStream stream;
        private final ByteArrayOutputStream last = new ByteArrayOutputStream();

        Errors(InputStream stream) {
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
                // Its end closes the stream.
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
