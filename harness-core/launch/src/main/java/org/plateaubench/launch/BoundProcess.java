// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A process that does not outlive this JVM: it ends at the end of its standard input, which the operating system closes
 * when this JVM ends, even by {@code SIGKILL}. Not thread-safe, except {@link #close}.
 */
public final class BoundProcess implements AutoCloseable {
    private static final long POLL_MILLIS = 100;

    /** The number of polls for output after the end of the process, since a grandchild may keep the output open. */
    private static final int MAX_EMPTY_POLLS = 10;

    private static final Duration GUARDED_TIMEOUT = Duration.ofSeconds(10);

    /**
     * A shell script between this JVM and a program that ignores its standard input. With job control each background
     * job leads a process group, so that a signal reaches what the program started. The reader of the input is a
     * separate job, so that it ends the program even when the guard itself was killed.
     */
    private static final String GUARD = """
            seconds=$1; shift
            exec 3<&0
            set -m
            "$@" </dev/null 3<&- &
            program=$!
            (
              cat <&3 >/dev/null
              kill -s TERM -- "-$program"
              while [ "$seconds" -gt 0 ] && kill -s 0 -- "-$program"; do sleep 1; seconds=$((seconds - 1)); done
              kill -s KILL -- "-$program"
            ) >/dev/null 2>&1 &
            reader=$!
            exec 3<&-
            wait "$program"; code=$?
            while kill -s 0 -- "-$program" 2>/dev/null && kill -s 0 -- "-$reader" 2>/dev/null; do sleep 0.1; done
            kill -s KILL -- "-$reader" 2>/dev/null
            exit "$code"
            """;

    private final Process process;
    private final Duration gracePeriod;
    private final Thread hook;
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

    private record Line(boolean isError, String text) {}

    private BoundProcess(Process process, Duration gracePeriod) {
        this.process = process;
        this.gracePeriod = gracePeriod;
        this.hook = new EndAtExit(process, gracePeriod);
    }

    /**
     * Starts a process that ends when its standard input is closed.
     *
     * @param gracePeriod how long the process may take to end, before it and its children are killed
     */
    public static BoundProcess start(ProcessBuilder builder, Duration gracePeriod) throws LaunchFailure {
        try {
            Process process = builder.start();
            BoundProcess bound = new BoundProcess(process, gracePeriod);
            Runtime.getRuntime().addShutdownHook(bound.hook);
            bound.read(process.getInputStream(), false);
            bound.read(process.getErrorStream(), true);
            return bound;
        } catch (IOException e) {
            throw new LaunchFailure(builder.command().get(0) + " cannot be started: " + e.getMessage(), e);
        }
    }

    /**
     * Starts a program that does not read its standard input. It and its children are ended when this JVM ends. Output
     * and errors go to the log.
     *
     * @param environment variables added to those of this JVM
     */
    public static BoundProcess startGuarded(
            List<String> command, Path folder, Map<String, String> environment, File log) throws LaunchFailure {
        List<String> guarded = new ArrayList<>(
                List.of("bash", "-c", GUARD, "program-guard", Long.toString(GUARDED_TIMEOUT.toSeconds())));
        guarded.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(guarded)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log);
        builder.environment().putAll(environment);
        return start(builder, GUARDED_TIMEOUT.plusSeconds(5));
    }

    private void read(InputStream stream, boolean isError) {
        Runnable reading = () -> {
            try (BufferedReader text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = text.readLine(); line != null; line = text.readLine()) {
                    lines.add(new Line(isError, line));
                }
            } catch (IOException e) {
                // The process was killed: there is nothing more to read.
            }
        };
        Thread reader = new Thread(reading, "plateau output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Waits for the end and returns the exit code. Each line is passed on in the caller's thread as it is printed.
     *
     * @throws InterruptedException when the caller is interrupted; the process continues until {@link #close}
     */
    public int await(Consumer<String> output, Consumer<String> errors) throws InterruptedException {
        awaitLine(Long.MAX_VALUE, line -> {
            (line.isError() ? errors : output).accept(line.text());
            return false;
        });
        return process.waitFor();
    }

    /**
     * Waits for a line of standard output; lines before it are passed on.
     *
     * @return whether the line was printed before the end of the process and the deadline
     */
    public boolean awaitLine(String expected, Duration deadline, Consumer<String> before) throws InterruptedException {
        return awaitLine(deadline.toMillis() / POLL_MILLIS, line -> {
            boolean isWanted = !line.isError() && line.text().equals(expected);
            if (!isWanted) {
                before.accept(line.text());
            }
            return isWanted;
        });
    }

    private boolean awaitLine(long polls, Predicate<Line> condition) throws InterruptedException {
        int emptyPolls = 0;
        for (long poll = 0; poll < polls && emptyPolls < MAX_EMPTY_POLLS; ) {
            @Nullable Line line = lines.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (line == null) {
                poll++;
                emptyPolls = process.isAlive() ? 0 : emptyPolls + 1;
            } else if (condition.test(line)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the process runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process and returns when it has ended. Has no effect if it has ended already. */
    @Override
    public void close() {
        EndAtExit.end(process, gracePeriod);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is ending, so the hook need not be removed.
            lines.clear();
        }
    }

    /** A named class, because at the end of a JVM the class loader of a Maven plugin may be closed already. */
    private static final class EndAtExit extends Thread {
        private final Process process;
        private final Duration gracePeriod;

        EndAtExit(Process process, Duration gracePeriod) {
            this.process = process;
            this.gracePeriod = gracePeriod;
        }

        @Override
        public void run() {
            end(process, gracePeriod);
        }

        static void end(Process process, Duration gracePeriod) {
            List<ProcessHandle> started = process.descendants().toList();
            try {
                process.getOutputStream().close();
                if (process.waitFor(gracePeriod.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            } catch (IOException e) {
                // A pipe that is broken already is closed.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (process.isAlive()) {
                for (ProcessHandle each : started) {
                    each.destroyForcibly();
                }
                process.destroyForcibly();
            }
        }
    }
}
