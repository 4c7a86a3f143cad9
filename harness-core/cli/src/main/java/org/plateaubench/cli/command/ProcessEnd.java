// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.util.concurrent.TimeUnit;
import org.plateaubench.app.PluginWatch;
import org.plateaubench.cli.display.CommandName;

/** Ends the process with its exit code, even if shutdown hooks of plugins hang. */
public final class ProcessEnd {
    /** Hooks stop SUTs in an orderly way, which takes seconds. */
    private static final long PATIENCE_SECONDS = Long.getLong("plateau.exitSeconds", 30);

    private ProcessEnd() {}

    /** Ends the process; hooks that take too long are named and no longer awaited. */
    public static void exit(int code) {
        try {
            Thread.ofPlatform().daemon().name("plateau-end").start(() -> end(code));
        } catch (OutOfMemoryError e) {
            // Hooks that hang would never be ended then.
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    private static void end(int code) {
        try {
            TimeUnit.SECONDS.sleep(PATIENCE_SECONDS);
        } catch (InterruptedException e) {
            // The process still has to end.
            Thread.currentThread().interrupt();
        }
        try {
            PluginWatch.threadsLeft().forEach(CommandName::report);
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }
}
