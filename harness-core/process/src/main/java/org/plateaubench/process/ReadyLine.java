// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The line of its log by which a child process announces that it is ready, with a value such as its port. */
public final class ReadyLine {
    private static final String MARK = "plateau-ready ";

    private ReadyLine() {}

    /** Announces that this process is ready; called in the child. */
    public static void announce(String value) throws IOException {
        // In one write directly to the file descriptor, which is the log, so that a library that replaces System.out
        // does not matter.
        @SuppressWarnings("resource")
        FileOutputStream log = new FileOutputStream(FileDescriptor.out);
        log.write((MARK + value + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public static Readiness<String> awaited() {
        return child -> find(child.logSinceStart());
    }

    private static Optional<String> find(String log) {
        int last = log.lastIndexOf('\n');
        return log.substring(0, last + 1)
                .lines()
                .filter(line -> line.startsWith(MARK))
                .map(line -> line.substring(MARK.length()))
                .findFirst();
    }
}
