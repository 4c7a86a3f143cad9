// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.telemetry.source.PacedSource;
import org.plateaubench.plugin.telemetry.source.SeriesName;
import org.plateaubench.plugin.telemetry.source.TextList;
import org.plateaubench.process.ChildEnvironment;

/**
 * Starts the program for each sample, with the few variables that every child has, and kills it and its children when its time is
 * up. A line that is no name and number refuses the whole output.
 */
final class PrintedSamples extends PacedSource {
    private static final int MOST_BYTES = 256 * 1024;
    private static final int WORDS = 3;

    private final String program;
    private final List<String> command = new ArrayList<>();
    private final List<String> totals;
    private final Duration limit;
    private volatile @Nullable Process running;
    private volatile boolean closed;
    private @Nullable Thread reader;

    PrintedSamples(SutAddress address) {
        super(Duration.parse(address.property("every")));
        program = address.property("program");
        command.add(program);
        command.addAll(TextList.of(address, CommandOutput.ARGUMENTS));
        totals = TextList.of(address, CommandOutput.TOTALS);
        limit = Duration.parse(address.property("limit"));
    }

    @Override
    protected List<Sample> read() throws IOException, InterruptedException {
        Thread before = reader;
        if (before != null && before.isAlive()) {
            throw new IOException("What " + program
                    + " has started keeps its output open; let it close that, so that no more is waited for.");
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        ChildEnvironment.reduce(builder.environment());
        Process process = builder.start();
        running = process;
        try {
            if (closed) {
                throw new IOException("It was closed while " + program + " was started.");
            }
            return samples(output(process));
        } finally {
            kill(process);
            running = null;
        }
    }

    private String output(Process process) throws IOException, InterruptedException {
        long until = System.nanoTime() + limit.toNanos();
        InputStream stream = process.getInputStream();
        FutureTask<byte[]> reading = new FutureTask<>(() -> stream.readNBytes(MOST_BYTES + 1));
        reader = Thread.ofPlatform().daemon().name("plateau-command-output").start(reading);
        try {
            byte[] output = reading.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (output.length > MOST_BYTES) {
                throw new IOException(program + " printed more than " + MOST_BYTES + " bytes.");
            }
            if (!process.waitFor(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException("it closed its output and goes on");
            }
            if (process.exitValue() != 0) {
                throw new IOException(program + " ended with exit code " + process.exitValue() + ".");
            }
            return new String(output, StandardCharsets.UTF_8);
        } catch (TimeoutException e) {
            throw new IOException(program + " did not end within " + limit.toMillis() + " ms and was killed.", e);
        } catch (ExecutionException e) {
            throw new IOException("The output of " + program + " cannot be read: " + e.getCause(), e);
        }
    }

    private List<Sample> samples(String output) throws IOException {
        List<Sample> samples = new ArrayList<>();
        int number = 0;
        for (String line : output.split("\n", -1)) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                samples.add(sample(number, text));
            }
        }
        if (samples.size() > MOST_SERIES) {
            throw new IOException(program + " printed " + samples.size() + " series, more than the " + MOST_SERIES
                    + " that telemetry has.");
        }
        if (samples.isEmpty()) {
            throw new IOException(program + " printed nothing.");
        }
        return samples;
    }

    private Sample sample(int number, String line) throws IOException {
        String[] words = line.split("\\s+", WORDS);
        try {
            double value = Double.parseDouble(words.length > 1 ? words[1] : "");
            if (Double.isFinite(value)) {
                boolean isTotal = totals.contains(words[0]);
                String unit = words.length == WORDS ? words[2] : isTotal ? "count" : "value";
                return new Sample(SeriesName.of(words[0]), value, SeriesName.of(unit), isTotal);
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IOException("Line " + number + " of the output of " + program
                + " is no name and number; it prints NAME NUMBER [UNIT] on each line.");
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        closed = true;
        Process process = running;
        if (process != null) {
            kill(process);
        }
    }
}
