// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginThreads;
import org.plateaubench.measure.clock.NanoClock;

/** Reports plugins that have left threads running or have printed, after everything was closed. */
public final class PluginEnds {
    /** The time that threads have to end after a request, such as those of a closed pool. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long POLL_NANOS = Duration.ofMillis(50).toNanos();

    private PluginEnds() {}

    static void note(PluginCatalog catalog, RunLog log, NanoClock clock) throws InterruptedException {
        sentences(catalog, clock).forEach(sentence -> log.event(EventType.FAULT, "", sentence));
    }

    /**
     * The threads that plugins have left running and the lines that they have printed, each a sentence for the
     * operator. Waits for at most some seconds until threads end.
     */
    public static List<String> sentences(PluginCatalog catalog, NanoClock clock) throws InterruptedException {
        if (!catalog.isIsolated()) {
            return List.of();
        }
        long deadline = clock.nanoTime() + PATIENCE_NANOS;
        Map<String, String> left = PluginThreads.left();
        while (!left.isEmpty() && clock.nanoTime() < deadline) {
            clock.parkUntil(clock.nanoTime() + POLL_NANOS);
            left = PluginThreads.left();
        }
        return Stream.concat(left.values().stream(), catalog.takePrinted().stream())
                .toList();
    }
}
