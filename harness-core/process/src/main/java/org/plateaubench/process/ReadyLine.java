// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The line by which a child of ours says in its log that it is ready, and what its parent wants to know of it. */
public final class ReadyLine {
    private static final String MARK = "plateau-ready ";

    private ReadyLine() {}

    /**
     * Says so; called by the child.
     *
     * @param value one line, such as the port that it listens on; no secret, since it stays in the log
     */
    public static void announce(String value) throws IOException {
        // Straight to the descriptor, which is the log: in one piece, and whatever a library made of System.out.
        @SuppressWarnings("resource")
        FileOutputStream log = new FileOutputStream(FileDescriptor.out);
        log.write((MARK + value + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Awaits it; the parent's side. Gives the announced value. */
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
