// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ProcessEnd;

/** Stops a run properly when a plugin or a signal ends its process: the cause is recorded, and the result written. */
final class RunGuard implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch done = new CountDownLatch(1);

    private RunGuard() {}

    static RunGuard over(Consumer<String> failing) {
        RunGuard guard = new RunGuard();
        ProcessEnd.stopEarlyWith(cause -> {
            failing.accept(cause);
            guard.await();
        });
        return guard;
    }

    private void await() {
        try {
            if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                CommandName.report("the run did not end in order; its measurements are in its folder.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ProcessEnd.stopEarlyWith(null);
        done.countDown();
    }
}
