// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.run.event.SutFailure;
import org.plateaubench.engine.run.sut.RunSuts.SutDeath;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.SutStatus;

/**
 * Checks whether the SUTs still run: an embedded SUT every second, an external one every ten seconds, because the check
 * is a request that the SUT must serve in addition to the load, and errors of operations show its failure earlier.
 * There is a thread for each SUT, because a check of a failed SUT may hang; the controller's thread takes the results.
 */
public final class SutWatch implements AutoCloseable {
    private static final long EMBEDDED_PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long EXTERNAL_PERIOD_NANOS = Duration.ofSeconds(10).toNanos();

    private final ConcurrentLinkedQueue<SutDeath> deaths = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    public SutWatch(List<RunSuts.Started> suts, NanoClock clock) {
        for (RunSuts.Started sut : suts) {
            Thread thread = Thread.ofPlatform()
                    .daemon()
                    .name("plateau-sut-watch")
                    .unstarted(clock.participating(() -> watch(sut, clock)));
            thread.setContextClassLoader(sut.service().getClass().getClassLoader());
            threads.add(thread);
            thread.start();
        }
    }

    private void watch(RunSuts.Started sut, NanoClock clock) {
        long periodNanos = switch (sut.mode()) {
            case EMBEDDED -> EMBEDDED_PERIOD_NANOS;
            case EXTERNAL -> EXTERNAL_PERIOD_NANOS;
        };
        try {
            while (true) {
                clock.parkUntil(clock.nanoTime() + periodNanos);
                SutStatus status = Objects.requireNonNull(sut.service().status(), "the plugin returned no status");
                if (status.state() != SutStatus.State.RUNNING) {
                    deaths.add(new SutDeath(sut.scope(), status.detail(), SutFailure.UNDER_LOAD));
                    return;
                }
            }
        } catch (InterruptedException e) {
            // The run has ended.
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            deaths.add(
                    new SutDeath(sut.scope(), "its state is unknown: " + PluginCall.sentence(e), SutFailure.UNKNOWN));
        }
    }

    @Nullable
    public SutDeath next() {
        return deaths.poll();
    }

    /** Ends the watch; does not wait for a check that hangs. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
