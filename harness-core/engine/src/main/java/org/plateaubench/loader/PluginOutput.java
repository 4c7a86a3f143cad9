// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the output of plugins to a file of the run instead of the terminal. The calling class identifies the plugin.
 * Lines that are printed before the file exists are kept for it. The number of lines is bounded in both cases.
 * Thread-safe.
 */
public final class PluginOutput {
    public static final String FILE_NAME = "plugin-output.log";

    private static final int FILE_BYTES = 1_000_000;
    private static final int WAITING_BYTES = 64_000;
    private static final int LINE_BYTES = 4_000;
    private static final PluginOutput OF_PROCESS = new PluginOutput();

    /** Incomplete lines by thread, so that the output of two threads does not mix within a line. */
    private final Map<Begun, ByteArrayOutputStream> begun = new LinkedHashMap<>();

    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private @Nullable Lines file;
    private int fileBytes;

    /** The output of this process. There is only one because the streams belong to the whole process. */
    public static PluginOutput ofProcess() {
        return OF_PROCESS;
    }

    PluginOutput() {}

    private record Begun(String name, long threadId) {}

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

    /** Returns a stream that passes on the output of the harness and keeps the output of plugins. */
    public PrintStream around(PrintStream terminal, String name) {
        return new PrintStream(new Sorting(terminal, name), true, terminal.charset());
    }

    /** Writes lines to a file from now on; the first line creates it. */
    public Attachment to(Path newFile) {
        return to(lines -> Files.write(newFile, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** Passes lines to the given receiver from now on, and not to a file. */
    public synchronized Attachment to(Lines newFile) {
        file = newFile;
        fileBytes = 0;
        byte[] earlier = waiting.toByteArray();
        waiting.reset();
        if (earlier.length > 0) {
            store(earlier);
        }
        return () -> detach(newFile);
    }

    private synchronized void detach(Lines from) {
        if (from.equals(file)) {
            begun.forEach((owner, line) -> storeLine(owner.name(), line));
            begun.clear();
            file = null;
        }
    }

    /**
     * Records output that was read from another process. All calls for one process must be on the same thread.
     *
     * @param process its name in the file
     */
    public void take(String process, byte[] bytes, int length) {
        take(process, () -> {}, bytes, 0, length);
    }

    private synchronized void take(String name, Runnable atLineEnd, byte[] bytes, int from, int length) {
        Begun owner = new Begun(name, Thread.currentThread().threadId());
        ByteArrayOutputStream line = begun.computeIfAbsent(owner, key -> new ByteArrayOutputStream());
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == '\n') {
                atLineEnd.run();
                storeLine(owner.name(), line);
            } else if (line.size() < LINE_BYTES) {
                line.write(bytes[i]);
            }
        }
        if (line.size() == 0) {
            begun.remove(owner);
        }
    }

    private void storeLine(String owner, ByteArrayOutputStream line) {
        String text = ShownText.line(line.toString(StandardCharsets.UTF_8), LINE_BYTES);
        line.reset();
        store((owner + " | " + text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Counts a line even if it cannot be written, so that no run fails because of it. */
    private void store(byte[] lines) {
        if (file == null) {
            waiting.writeBytes(waiting.size() < WAITING_BYTES ? lines : new byte[0]);
        } else if (fileBytes <= FILE_BYTES) {
            fileBytes += lines.length;
            try {
                file.write(lines);
                if (fileBytes > FILE_BYTES) {
                    file.write("... further output was left out.\n".getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                fileBytes = FILE_BYTES + 1;
            }
        }
    }

    private final class Sorting extends OutputStream {
        private final PrintStream terminal;
        private final String name;

        Sorting(PrintStream terminal, String name) {
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
                take(printer.id() + " " + name, printer::printed, bytes, from, length);
            }
        }

        @Override
        public void flush() {
            terminal.flush();
        }
    }
}
