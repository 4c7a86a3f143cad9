// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A program that is started again for each answer, such as one that prints the reading of a meter. Its
 * environment is reduced by {@link ChildEnvironment}. The program and the processes that it has started are killed when
 * it does not end in time, prints too much, or is no longer needed. One thread at a time may call {@link #query}; any
 * thread may close.
 */
public final class QueryProgram implements AutoCloseable {
    private final String name;
    private final Duration limit;
    private final int maxBytes;
    private volatile @Nullable Process running;
    private volatile boolean closed;
    /** The output of the latest call of {@link #query}; it may still be read after that call has failed. */
    private CompletableFuture<byte[]> lastOutput = CompletableFuture.completedFuture(new byte[0]);

    public record Answer(int exitCode, String output) {}

    public QueryProgram(String name, Duration limit, int maxBytes) {
        this.name = name;
        this.limit = limit;
        this.maxBytes = maxBytes;
    }

    public Answer query(ProcessBuilder builder, String input) throws IOException, InterruptedException {
        if (!lastOutput.isDone()) {
            throw new IOException("A process that " + name
                    + " has started keeps the output open; make it close the output when the program ends.");
        }
        ChildEnvironment.reduce(builder.environment());
        Process process = builder.start();
        running = process;
        try {
            if (closed) {
                throw new IOException("It was closed while " + name + " was started.");
            }
            write(process, input.getBytes(StandardCharsets.UTF_8));
            return answer(process);
        } finally {
            kill(process);
            running = null;
        }
    }

    private static void write(Process process, byte[] input) {
        try (OutputStream stream = process.getOutputStream()) {
            stream.write(input);
        } catch (IOException e) {
            // It has ended without reading its input; its output and its exit code show why.
            return;
        }
    }

    private Answer answer(Process process) throws IOException, InterruptedException {
        CompletableFuture<byte[]> output = new CompletableFuture<>();
        lastOutput = output;
        Thread.ofPlatform().daemon().name("plateau-program-output").start(() -> read(process, output));
        try {
            CompletableFuture.allOf(output, process.onExit()).get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException(name + " did not end within " + limit.toMillis() + " ms and was killed.", e);
        } catch (ExecutionException e) {
            // Killing a program closes the stream from which its output is read.
            throw new IOException(
                    closed
                            ? "It was closed while " + name + " ran."
                            : "The output of " + name + " cannot be read: "
                                    + Objects.requireNonNull(e.getCause()).getMessage(),
                    e);
        }
        byte[] bytes = output.join();
        if (bytes.length > maxBytes) {
            throw new IOException(name + " printed more than " + maxBytes + " bytes.");
        }
        return new Answer(process.exitValue(), new String(bytes, StandardCharsets.UTF_8));
    }

    private void read(Process process, CompletableFuture<byte[]> output) {
        InputStream stream = process.getInputStream();
        try {
            byte[] bytes = stream.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                kill(process);
            }
            output.complete(bytes);
        } catch (IOException | RuntimeException | Error e) {
            output.completeExceptionally(e);
        }
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
