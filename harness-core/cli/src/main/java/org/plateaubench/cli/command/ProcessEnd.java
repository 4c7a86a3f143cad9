// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.util.concurrent.TimeUnit;
import org.plateaubench.app.PluginWatch;
import org.plateaubench.cli.display.CommandName;

/** Ends the process with its exit code, even if shutdown hooks of plugins hang. */
public final class ProcessEnd {
    /** Time limit for the hooks, which stop SUTs and need seconds. */
    private static final long PATIENCE_SECONDS = Long.getLong("plateau.exitSeconds", 30);

    private ProcessEnd() {}

    /** Ends the process. Hooks that exceed the time limit are reported and no longer awaited. */
    public static void exit(int code) {
        try {
            Thread.ofPlatform().daemon().name("plateau-end").start(() -> end(code));
        } catch (OutOfMemoryError e) {
            // Otherwise hanging hooks would never be terminated.
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    private static void end(int code) {
        try {
            TimeUnit.SECONDS.sleep(PATIENCE_SECONDS);
        } catch (InterruptedException e) {
            // The process must end nevertheless.
            Thread.currentThread().interrupt();
        }
        try {
            PluginWatch.threadsLeft().forEach(CommandName::report);
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }
}
