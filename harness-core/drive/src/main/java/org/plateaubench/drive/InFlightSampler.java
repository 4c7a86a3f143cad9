// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.PhaseTimeline;

/**
 * Samples at random instants the operations in flight, in all workloads of an agent (measurement rule M20). It counts
 * users that are in their drivers and reads no stamp, so that the recorder's figures can be checked against it.
 *
 * <p>The gaps are exponential, so that no cycle of the load can be in step with them. For any load the errors of the
 * samples are independent of each other, so that their variance gives the error of their mean (Wolff 1982, Poisson
 * arrivals see time averages). The instants form a separate schedule. A missed sample is taken as soon as the thread
 * runs again, since a stop of the process holds the users as well.
 *
 * <p>The same seed gives the same instants. One thread runs it, any thread ends it.
 */
public final class InFlightSampler implements Runnable {
    /** Mean gap between two samples. */
    public static final long MEAN_GAP_NANOS = 5_000_000;

    private static final int PURPOSE = 0;

    private final NanoClock clock;
    private final PhaseTimeline timeline;
    private final long key;
    private final LongConsumer lateness;
    private final List<WorkloadRun> runs = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    public InFlightSampler(NanoClock clock, PhaseTimeline timeline, long seed, String agent, LongConsumer lateness) {
        this.clock = clock;
        this.timeline = timeline;
        this.lateness = lateness;
        this.key = KeyedRandom.key(KeyedRandom.key(seed, "in-flight"), agent);
    }

    /** Samples a further workload as well. May be called on any thread. */
    public void add(WorkloadRun run) {
        runs.add(run);
    }

    /** Ends the sampling; the thread ends at its next sample. May be called on any thread. */
    public void end() {
        ended = true;
    }

    /** Samples until issuing ends, or it is ended or interrupted. */
    @Override
    public void run() {
        try {
            long dueNanos = 0;
            for (int number = 0; !ended && dueNanos < timeline.issueEndNanos(); number++) {
                dueNanos += gapNanos(number);
                clock.parkUntil(dueNanos);
                lateness.accept(clock.nanoTime() - dueNanos);
                for (int i = 0; i < runs.size(); i++) {
                    runs.get(i).sample();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long gapNanos(int number) {
        double uniform = KeyedRandom.toUnit(KeyedRandom.bits(key, PURPOSE, number));
        return (long) (-Math.log1p(-uniform) * MEAN_GAP_NANOS);
    }
}
