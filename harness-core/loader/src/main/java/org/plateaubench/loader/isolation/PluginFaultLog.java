// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the stack traces of what plugins threw, with all causes, in a file of the run. The same exception of the same
 * place is kept once, and the whole is bounded. Any thread.
 */
public final class PluginFaultLog {
    /** Name of the file in a run folder. */
    public static final String FILE_NAME = "plugin-faults.log";

    private static final int DISTINCT_FAULTS = 200;
    private static final int FILE_CHARACTERS = 1_000_000;
    private static final int FAULT_CHARACTERS = 20_000;
    private static final int FRAMES_COMPARED = 8;
    private static final PluginFaultLog OF_PROCESS = new PluginFaultLog();

    private final Set<List<Object>> kept = new HashSet<>();
    private @Nullable Path file;
    private int characters;

    /** Calls of plugins are made all over the process, and so it has one log. */
    public static PluginFaultLog ofProcess() {
        return OF_PROCESS;
    }

    PluginFaultLog() {}

    /** Writes to a file from now on, until the attachment is closed; the first fault creates the file. */
    public synchronized PluginOutput.Attachment to(Path newFile) {
        file = newFile;
        characters = 0;
        kept.clear();
        return () -> detach(newFile);
    }

    private synchronized void detach(Path from) {
        if (from.equals(file)) {
            file = null;
        }
    }

    /**
     * Keeps the stack trace of an exception, unless one like it is kept.
     *
     * @param what beginning of a line, such as {@code plugin shop, 1/store}
     * @return whether there is a file that the reader of a message can be sent to
     */
    public boolean record(String what, Throwable thrown) {
        try {
            return keep(key(thrown), what, thrown);
        } catch (RuntimeException | Error e) {
            // The exception's own code fails to describe it.
            return false;
        }
    }

    private static List<Object> key(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        return List.of(thrown.getClass(), List.of(Arrays.copyOf(frames, Math.min(frames.length, FRAMES_COMPARED))));
    }

    private synchronized boolean keep(List<Object> key, String what, Throwable thrown) {
        if (file == null) {
            return false;
        }
        if (kept.size() < DISTINCT_FAULTS && characters < FILE_CHARACTERS && kept.add(key)) {
            append(file, what + "\n" + trace(thrown) + "\n");
            if (kept.size() == DISTINCT_FAULTS || characters >= FILE_CHARACTERS) {
                append(file, "... further faults were left out.\n");
            }
        }
        return true;
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        String whole = text.toString();
        StringBuilder shown = new StringBuilder();
        whole.substring(0, Math.min(whole.length(), FAULT_CHARACTERS))
                .lines()
                .forEach(line -> shown.append("    ")
                        .append(ShownText.of(line.replace("\t", "  ")))
                        .append('\n'));
        return shown.toString();
    }

    /** A trace that cannot be written is left out: no run ends because of it. */
    private void append(Path to, String text) {
        characters += text.length();
        try {
            Files.writeString(to, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            characters = FILE_CHARACTERS;
        }
    }
}
