// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import picocli.CommandLine.Option;

/** Standard input, hidden from plugins. It ends when the program at its other end closes it or is killed. */
public final class StandardInput {
    @Option(
            names = "--until-input-ends",
            description = "Also end when standard input ends, for a calling program that must leave nothing running"
                    + " when it is killed.")
    private boolean isLifeline;

    public boolean isLifeline() {
        return isLifeline;
    }

    public static InputStream original() {
        return new FileInputStream(FileDescriptor.in);
    }

    /**
     * Runs the task in a separate thread when the input ends, if this process ends with its input. Returns immediately.
     */
    public void onEnd(Runnable task) {
        if (isLifeline) {
            Thread.ofPlatform().daemon().name("plateau-input").start(() -> {
                awaitEnd();
                task.run();
            });
        }
    }

    public static void awaitEnd() {
        try (InputStream input = original()) {
            while (input.read() >= 0) {
                // Further input is ignored.
            }
        } catch (IOException e) {
            // An input that cannot be read counts as ended.
        }
    }
}
