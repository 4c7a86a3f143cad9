// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/** Does something again and again for as long as the server runs. */
final class Repeated extends AbstractLifeCycle {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("plateau-console-timer").factory());

    private final Duration gap;
    private final Runnable task;

    Repeated(Duration gap, Runnable task) {
        this.gap = gap;
        this.task = task;
    }

    @Override
    protected void doStart() {
        timer.scheduleWithFixedDelay(task, gap.toMillis(), gap.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    protected void doStop() {
        timer.shutdownNow();
    }
}
