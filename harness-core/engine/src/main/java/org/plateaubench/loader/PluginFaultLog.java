// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

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
 * Writes the stack traces of exceptions thrown by plugins, with all causes, to a file of the run. The same exception
 * from the same place is written once, and the number of exceptions is bounded. Thread-safe.
 */
public final class PluginFaultLog {
    public static final String FILE_NAME = "plugin-faults.log";

    private static final int DISTINCT_FAULTS = 200;
    private static final int FRAMES_COMPARED = 8;
    private static final PluginFaultLog OF_PROCESS = new PluginFaultLog();

    private final Set<List<Object>> kept = new HashSet<>();
    private @Nullable Path file;

    /** The log of this process. There is only one because the harness calls plugins in many places. */
    public static PluginFaultLog ofProcess() {
        return OF_PROCESS;
    }

    PluginFaultLog() {}

    /** Writes to a file from now on, until the attachment is closed; the first fault creates the file. */
    public synchronized PluginOutput.Attachment to(Path newFile) {
        file = newFile;
        kept.clear();
        return () -> detach(newFile);
    }

    private synchronized void detach(Path from) {
        if (from.equals(file)) {
            file = null;
        }
    }

    /**
     * Writes the stack trace of an exception, unless the same one was written before.
     *
     * @param what beginning of a line, such as {@code plugin shop, 1/store}
     * @return whether a message can refer to the file
     */
    public synchronized boolean record(String what, Throwable thrown) {
        if (file == null) {
            return false;
        }
        try {
            if (kept.size() < DISTINCT_FAULTS && kept.add(key(thrown))) {
                boolean isLast = kept.size() == DISTINCT_FAULTS;
                String text = what + "\n" + trace(thrown) + (isLast ? "\n... further faults were left out.\n" : "\n");
                Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
            return true;
        } catch (IOException | RuntimeException | Error e) {
            // The exception's own code has failed, or it cannot be written, because of which no run fails.
            return false;
        }
    }

    private static List<Object> key(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        return List.of(thrown.getClass(), List.of(Arrays.copyOf(frames, Math.min(frames.length, FRAMES_COMPARED))));
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString().replace("\t", "  ").indent(4);
    }
}
