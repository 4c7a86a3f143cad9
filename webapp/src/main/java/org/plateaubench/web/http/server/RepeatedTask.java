// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;

/** Repeats a task as long as the server runs. */
final class RepeatedTask extends AbstractLifeCycle {
    private static final Logger LOG = System.getLogger("org.plateaubench.web");

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("plateau-console-timer").factory());

    private final Duration gap;
    private final Runnable task;
    private @Nullable ScheduledFuture<?> repetition;

    RepeatedTask(Duration gap, Runnable task) {
        this.gap = gap;
        this.task = task;
    }

    @Override
    protected void doStart() {
        repetition = timer.scheduleWithFixedDelay(this::once, gap.toMillis(), gap.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Logs a failure, which would otherwise silently end the repetition. */
    private void once() {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a task of the server failed; it is tried again", e);
        }
    }

    @Override
    protected void doStop() {
        if (repetition != null) {
            repetition.cancel(false);
        }
        timer.shutdownNow();
    }
}
