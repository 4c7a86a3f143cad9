// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.plateaubench.spi.TelemetrySource;

/** A source that is read at most once per given interval, or at the next call after a failure. One thread samples. */
abstract class PacedSource implements TelemetrySource {
    /** The longest wait for an answer; a call that waits for another source is not delayed by it. */
    public static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    /** Maximum number of series of one sample. */
    public static final int MAX_SERIES = 1_000;

    private final long everyNanos;
    private long nextNanos = Long.MIN_VALUE;

    /** Creates a source that is read at the first call, and then whenever the given interval has passed. */
    protected PacedSource(Duration every) {
        everyNanos = every.toNanos();
    }

    /** The current values, each series once. */
    protected abstract List<Sample> read() throws Exception;

    @Override
    public final List<Sample> sample() throws Exception {
        long now = System.nanoTime();
        if (nextNanos != Long.MIN_VALUE && now - nextNanos < 0) {
            return List.of();
        }
        // Read a little early rather than one interval late: calls do not come at the nanosecond.
        nextNanos = now + everyNanos - everyNanos / 10;
        List<Sample> samples = read();
        Set<String> names = new HashSet<>();
        for (Sample sample : samples) {
            if (!names.add(sample.series())) {
                throw new IOException(
                        "There is '" + sample.series() + "' twice in one answer; each series needs a name of its own.");
            }
        }
        return samples;
    }
}
