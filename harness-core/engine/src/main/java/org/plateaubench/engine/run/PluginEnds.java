// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.Map;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.isolation.PluginThreads;
import org.plateaubench.measure.clock.NanoClock;

/** Reports the effects of plugins on the process of a run, after everything was closed. */
final class PluginEnds {
    /** Time for threads that were asked to end, such as those of a closed pool. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

    private PluginEnds() {}

    /** Records forbidden actions of plugins, and the threads that they have left running. */
    static void note(PluginCatalog catalog, RunLog log, NanoClock clock) throws InterruptedException {
        if (!catalog.isIsolated()) {
            return;
        }
        long deadline = clock.nanoTime() + PATIENCE_NANOS;
        Map<String, String> left = PluginThreads.left();
        while (!left.isEmpty() && clock.nanoTime() < deadline) {
            clock.parkUntil(clock.nanoTime() + LOOK_NANOS);
            left = PluginThreads.left();
        }
        left.values().forEach(sentence -> log.event(EventType.FAULT, "", sentence));
        catalog.takeMisdeeds().forEach(sentence -> log.event(EventType.FAULT, "", sentence));
    }
}
