// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.plateaubench.app.PluginWatch;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.engine.run.Interruption;

/**
 * Ends a run properly when a plugin or a signal ends its process: the run is stopped, the cause is recorded, and the
 * exit code shows that the run was not carried out.
 */
final class RunGuard implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Consumer<String> failing;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::endInOrder, "plateau-run-guard");

    private RunGuard(Consumer<String> failing) {
        this.failing = failing;
    }

    /** Guards until it is closed. */
    static RunGuard over(Interruption interruption) {
        return over(interruption::fail);
    }

    /**
     * Guards until it is closed.
     *
     * @param failing stops the current work for a cause, which is one sentence
     */
    static RunGuard over(Consumer<String> failing) {
        RunGuard guard = new RunGuard(failing);
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    private void endInOrder() {
        failing.accept(PluginWatch.endCause());
        try {
            if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                CommandName.report("the run did not end in order; its measurements are in its folder.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitCode.CANNOT.code());
    }

    /** Ends the guard after the run has ended and its results were printed. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending and the hook waits for the notification below.
            System.err.flush();
        }
        done.countDown();
    }
}
