// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.PluginExit;

/** Exits even if plugins' hooks hang. A plugin or signal that ends the process stops the work first. */
public final class ProcessEnd {
    /** Time limit for the hooks, which stop SUTs and need seconds. */
    private static final long PATIENCE_SECONDS = Long.getLong("plateau.exitSeconds", 30);

    private static volatile boolean isOrderly;
    private static volatile @Nullable Consumer<String> stop;

    private ProcessEnd() {}

    public static void watch() {
        Runtime.getRuntime().addShutdownHook(new Thread(ProcessEnd::endEarly, "plateau-early-end"));
    }

    /** {@code work} receives the cause, a sentence, and returns when the work has stopped. */
    public static void stopEarlyWith(@Nullable Consumer<String> work) {
        stop = work;
    }

    private static void endEarly() {
        Optional<String> plugin = PluginExit.sentence();
        Consumer<String> work = stop;
        if (isOrderly || (work == null && plugin.isEmpty())) {
            return;
        }
        if (work == null) {
            CommandName.report(plugin.orElseThrow());
        } else {
            work.accept(plugin.orElse("The process was requested to end during the run, and not by its console. Find"
                    + " out what sent it a signal, and run it again."));
        }
        Runtime.getRuntime().halt(ExitCode.CANNOT.code());
    }

    /** Ends the process. Hooks that exceed the time limit are no longer awaited. */
    public static void exit(int code) {
        isOrderly = stop == null;
        Thread.ofPlatform().daemon().name("plateau-end").start(() -> end(code));
        System.exit(code);
    }

    private static void end(int code) {
        try {
            TimeUnit.SECONDS.sleep(PATIENCE_SECONDS);
        } catch (InterruptedException e) {
            // The process must end nevertheless.
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
