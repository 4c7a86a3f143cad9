// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.PluginExit;

/** Ends the process, even if hooks of plugins hang; work in progress is stopped properly before. */
public final class ProcessEnd {
    /** Time limit for the hooks, which stop SUTs and need seconds. */
    private static final long HOOK_LIMIT_SECONDS = Long.getLong("plateau.exitSeconds", 30);

    private static final long WORK_LIMIT_SECONDS = 60;

    private static volatile boolean isOwnExit;
    private static volatile @Nullable Work work;

    private ProcessEnd() {}

    public static void watch() {
        Runtime.getRuntime().addShutdownHook(new Thread(ProcessEnd::stopWork, "plateau-early-end"));
    }

    /** Begins work; {@code failing} receives the cause of its end, a sentence. */
    public static Work begin(Consumer<String> failing) {
        Work begun = new Work(failing);
        work = begun;
        return begun;
    }

    private static void stopWork() {
        Optional<String> plugin = PluginExit.sentence();
        Work stopped = work;
        if (isOwnExit || (stopped == null && plugin.isEmpty())) {
            return;
        }
        if (stopped == null) {
            CommandName.report(plugin.orElseThrow());
        } else {
            stopped.stop(plugin.orElse("The process was requested to end during the run, and not by its console. Find"
                    + " out what sent it a signal, and run it again."));
        }
        Runtime.getRuntime().halt(ExitCode.CANNOT.code());
    }

    /** Work that is stopped, with its cause and result stored, when a plugin or a signal ends the process. */
    public static final class Work implements AutoCloseable {
        private final Consumer<String> failing;
        private final CountDownLatch done = new CountDownLatch(1);

        private Work(Consumer<String> failing) {
            this.failing = failing;
        }

        private void stop(String cause) {
            failing.accept(cause);
            try {
                if (!done.await(WORK_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    CommandName.report("the run was not completed; its measurements are in its folder.");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            work = null;
            done.countDown();
        }
    }

    /** Ends the process. Hooks that exceed the time limit are no longer awaited. */
    public static void exit(int code) {
        isOwnExit = work == null;
        Thread.ofPlatform().daemon().name("plateau-end").start(() -> end(code));
        System.exit(code);
    }

    private static void end(int code) {
        try {
            TimeUnit.SECONDS.sleep(HOOK_LIMIT_SECONDS);
        } catch (InterruptedException e) {
            // The process must end nevertheless.
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
