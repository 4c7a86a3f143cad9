// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ChildEnvironment;

/**
 * The program {@code virsh}, connected to one daemon. It starts with the first command and reads commands from its
 * standard input, so that the time of a later command does not contain the start of a process. After each command it
 * echoes the command's number, which shows that the answer is complete. A command that does not end in time ends the
 * program. One thread at a time may run commands; any thread may close.
 */
final class Virsh implements AutoCloseable {
    private static final String PROMPT = "virsh # ";
    private static final String END = "plateau-";
    private static final String ERROR = "error:";
    /** Maximum length of an answer, the same as libvirt's maximum message size. */
    private static final int MAX_CHARACTERS = 33_554_432;

    private static final int MAX_ERROR_BYTES = 65_536;
    private static final int CHUNK = 8_192;
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    private final List<String> command;
    private @Nullable Process process;
    /** The answers in the order of the commands; an empty one after the last. */
    private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

    private volatile boolean closed;
    private int commands;

    Virsh(String uri) {
        // Without keepalive messages, which would end the connection to a daemon that is slow to answer.
        this(List.of("virsh", "--quiet", "--keepalive-interval", "0", "--connect", uri));
    }

    Virsh(List<String> command) {
        this.command = command;
    }

    private synchronized Process process() throws IOException {
        if (closed) {
            throw new IOException("The connection was ended.");
        }
        Process running = process;
        if (running == null) {
            running = start();
            process = running;
        }
        return running;
    }

    private Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        ChildEnvironment.reduce(builder.environment());
        builder.environment().put("LC_ALL", "C.UTF-8");
        // The terminal gets no control sequences, and the commands are not added to the user's history.
        builder.environment().put("TERM", "dumb");
        builder.environment().put("XDG_CACHE_HOME", "/dev/null");
        try {
            Process started = builder.start();
            Thread.ofPlatform().daemon().name("plateau-virsh").start(() -> read(started.getInputStream()));
            return started;
        } catch (IOException e) {
            throw new IOException(
                    command.getFirst() + " cannot be started; install libvirt's client programs on this host.", e);
        }
    }

    private void read(InputStream standardOutput) {
        try (Reader output = new InputStreamReader(standardOutput, StandardCharsets.UTF_8)) {
            for (int number = 1; ; number++) {
                Optional<String> answer = readAnswer(output, END + number + PROMPT);
                answers.add(answer);
                if (answer.isEmpty()) {
                    return;
                }
            }
        } catch (IOException e) {
            answers.add(Optional.empty());
        }
    }

    private static Optional<String> readAnswer(Reader output, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] chunk = new char[CHUNK];
        while (text.indexOf(end, text.length() - end.length()) < 0) {
            int read = output.read(chunk);
            if (read < 0 || text.length() > MAX_CHARACTERS) {
                return Optional.empty();
            }
            text.append(chunk, 0, read);
        }
        return Optional.of(text.toString());
    }

    /** Carries out a command and returns its output; a failure has libvirt's message. */
    String run(Duration limit, String... words) throws IOException, InterruptedException {
        Process running = process();
        commands++;
        boolean isAnswered = false;
        try {
            // The quotes distinguish virsh's echo of this line from the end marker.
            write(running.getOutputStream(), commandLine(words) + "\necho " + END + "'" + commands + "'\n");
            Optional<String> answer = answers.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (answer == null) {
                throw new IOException("The libvirt daemon has not answered within " + limit.toSeconds() + " s.");
            }
            if (closed) {
                throw new IOException("The connection was ended.");
            }
            InputStream errors = running.getErrorStream();
            List<String> sentences =
                    sentences(errors.readNBytes(answer.isEmpty() ? MAX_ERROR_BYTES : errors.available()));
            String message = String.join(": ", sentences);
            if (answer.isEmpty()) {
                throw new IOException(
                        message.isEmpty() ? "virsh has ended, or its answer is too long." : message + ".");
            }
            if (message.contains("Disconnected from ")) {
                throw new IOException("The libvirt daemon has ended the connection: " + message + ".");
            }
            isAnswered = true;
            if (!sentences.isEmpty()) {
                throw new PlatformException(kind(sentences.getLast()), message + ".");
            }
            return outputOf(answer.get());
        } finally {
            if (!isAnswered) {
                close();
            }
        }
    }

    private static void write(OutputStream input, String lines) {
        try {
            input.write(lines.getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            // The program has ended; its errors show why.
            return;
        }
    }

    private static String commandLine(String... words) throws IOException {
        String line = Stream.of(words)
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        if (line.chars().anyMatch(Character::isISOControl)) {
            throw new IOException("A name contains a control character, which virsh does not accept: " + line);
        }
        return line;
    }

    private static List<String> sentences(byte[] errors) {
        return new String(errors, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(ERROR))
                .map(line -> line.substring(ERROR.length()).strip())
                .toList();
    }

    /** The kind of an error: its words up to the first colon, without names. */
    private static String kind(String sentence) {
        return sentence.replaceAll("'[^']*'", "").split(":", 2)[0].strip();
    }

    /** Removes the prompts, and the commands, which readline echoes. */
    private static String outputOf(String text) {
        int last = text.lastIndexOf(PROMPT, text.length() - PROMPT.length() - 1);
        String output = text.substring(0, last);
        return text.startsWith("echo", last + PROMPT.length())
                ? output.substring(output.indexOf('\n') + 1)
                : output.replaceFirst("^" + PROMPT, "");
    }

    /** Also ends a command that is being carried out; the daemon may continue it. */
    @Override
    public synchronized void close() {
        closed = true;
        if (process != null) {
            process.destroyForcibly();
            process.onExit()
                    .completeOnTimeout(process, KILL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
    }
}
