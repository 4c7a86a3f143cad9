// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The child's side of the pipe that ties a child JVM to the harness. When the harness ends, even by {@code SIGKILL},
 * the operating system closes the pipe, and the child reaches the end of its standard input. Uses nothing but the JDK,
 * so that a child needs no other module on its class path.
 */
public final class Lifeline {
    private Lifeline() {}

    /** Reads the next line that the harness sends; must be called before {@link #watch}. */
    public static String takeLine() throws IOException {
        // Byte by byte: a buffering reader could consume bytes after the line.
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = System.in.read(); next != '\n'; next = System.in.read()) {
            if (next < 0) {
                throw new EOFException("the harness has ended");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Makes the JVM end when the harness does: cleanly, or by force after the timeout. Returns immediately. */
    public static void watch(Duration timeout) {
        daemon("lifeline", () -> {
            awaitEndOfInput();
            // In a separate thread: exit() never returns, and waits forever for a shutdown hook that hangs.
            daemon("lifeline-halt", () -> haltAfter(timeout));
            Runtime.getRuntime().exit(0);
        });
    }

    private static void daemon(String name, Runnable work) {
        Thread.ofPlatform().name(name).daemon().start(work);
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Further input is ignored.
            }
        } catch (IOException e) {
            // A pipe that cannot be read counts as closed.
        }
    }

    private static void haltAfter(Duration timeout) {
        try {
            Thread.sleep(timeout);
        } catch (InterruptedException e) {
            // The JVM ends immediately.
        }
        Runtime.getRuntime().halt(1);
    }
}
