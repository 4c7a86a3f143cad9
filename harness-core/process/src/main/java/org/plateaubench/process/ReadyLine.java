// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The line of a log by which a child of the harness announces that it is ready, with a value for its parent. */
public final class ReadyLine {
    private static final String MARK = "plateau-ready ";

    private ReadyLine() {}

    /**
     * Announces that the child is ready; called by the child.
     *
     * @param value one line, such as the port that it listens on; no secret, since it stays in the log
     */
    public static void announce(String value) throws IOException {
        // Straight to the descriptor, which is the log: in one write, and independent of changes to System.out by a
        // library.
        @SuppressWarnings("resource")
        FileOutputStream log = new FileOutputStream(FileDescriptor.out);
        log.write((MARK + value + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** A probe that waits for the announcement and gives its value; for the parent. */
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
