// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes what plugins print, and the stack traces of what they throw, to a file of the run instead of the terminal;
 * each line begins with its origin. The size of the file is bounded. Without a run, it is discarded. Thread-safe.
 */
public final class PluginOutput {
    public static final String FILE_NAME = "plugin-output.log";
    private static final int MAX_BYTES = 1_000_000;
    private static final int LINE_CHARACTERS = 4_000;
    private static final int FRAMES_COMPARED = 8;

    private static final PluginOutput OF_PROCESS = new PluginOutput();

    private final Set<List<Object>> faults = new HashSet<>();
    private @Nullable Lines file;
    private int fileBytes;

    /** The output of this process. There is only one because the streams belong to the whole process. */
    public static PluginOutput ofProcess() {
        return OF_PROCESS;
    }

    PluginOutput() {}

    @FunctionalInterface
    public interface Lines {
        /** Receives lines in UTF-8, each with its line end. */
        void write(byte[] lines) throws IOException;
    }

    /** Ends the writing of lines to a file. */
    @FunctionalInterface
    public interface Attachment extends AutoCloseable {
        @Override
        void close();
    }

    /** Returns a stream that forwards the output of the harness; the calling class identifies a plugin. */
    public PrintStream around(PrintStream terminal, String name) {
        return new PrintStream(new RoutingStream(terminal, name), true, terminal.charset());
    }

    /** Starts writing lines to a file; the first line creates it. */
    public Attachment to(Path newFile) {
        return to(lines -> Files.write(newFile, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    public synchronized Attachment to(Lines newFile) {
        file = newFile;
        fileBytes = 0;
        faults.clear();
        return () -> detach(newFile);
    }

    private synchronized void detach(Lines from) {
        if (from.equals(file)) {
            file = null;
        }
    }

    /** Writes text that a plugin or another process has printed. */
    public synchronized void print(String origin, String text) {
        if (file == null || fileBytes > MAX_BYTES) {
            return;
        }
        byte[] lines = text.lines()
                .map(line -> origin + " | " + ShownText.line(line, LINE_CHARACTERS) + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
        fileBytes += lines.length;
        try {
            file.write(lines);
            if (fileBytes > MAX_BYTES) {
                file.write("... further output was left out.\n".getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // No run fails because of this.
            fileBytes = MAX_BYTES + 1;
        }
    }

    /**
     * Writes the stack trace of an exception, unless the same one from the same place was written before.
     *
     * @param what origin of its lines, such as {@code workload 1/store}
     * @return whether a message can refer to the file
     */
    public synchronized boolean record(String what, Throwable thrown) {
        if (file == null) {
            return false;
        }
        try {
            StackTraceElement[] frames = thrown.getStackTrace();
            List<StackTraceElement> place = Arrays.asList(frames).subList(0, Math.min(frames.length, FRAMES_COMPARED));
            if (faults.add(List.of(thrown.getClass(), List.copyOf(place)))) {
                StringWriter trace = new StringWriter();
                thrown.printStackTrace(new PrintWriter(trace));
                print(what, trace.toString());
            }
            return true;
        } catch (RuntimeException | Error e) {
            // The exception's own code has failed.
            return false;
        }
    }

    private final class RoutingStream extends OutputStream {
        private final PrintStream terminal;
        private final String name;

        RoutingStream(PrintStream terminal, String name) {
            this.terminal = terminal;
            this.name = name;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            PluginClassLoader printer = PluginOrigin.caller();
            if (printer == null) {
                terminal.write(bytes, from, length);
                terminal.flush();
            } else {
                printer.setPrinted();
                print(printer.id() + " " + name, new String(bytes, from, length, terminal.charset()));
            }
        }

        @Override
        public void flush() {
            terminal.flush();
        }
    }
}
