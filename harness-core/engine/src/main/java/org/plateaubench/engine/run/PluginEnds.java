// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.Map;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.isolation.PluginThreads;
import org.plateaubench.measure.clock.NanoClock;

/** What plugins did to the process of a run, told when everything was closed. */
final class PluginEnds {
    /** For threads that were told to end, such as those of a pool that was closed. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

    private PluginEnds() {}

    /** Writes down what plugins did that they must not, and which threads they left. */
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
