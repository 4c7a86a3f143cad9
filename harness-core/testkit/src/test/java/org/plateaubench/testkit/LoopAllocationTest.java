// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.phases;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** The loop of a closed, blocking user allocates nothing, since pauses of the collector would be measured as times of the SUT. */
@Isolated("measures the allocation of a thread")
class LoopAllocationTest {
    /** The smallest object takes 16 bytes, so that less per operation is not one object per operation. */
    private static final double LESS_THAN_AN_OBJECT = 8;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CountDownLatch measured = new CountDownLatch(1);

    /** Reads the allocation of its thread after a number of operations, and again after the same number. */
    private final class Meter implements Driver {
        private final long warmUp;
        private final long operations;
        private long allocatedBefore;
        private volatile double bytesPerOperation = Double.NaN;

        Meter(long warmUp, long operations) {
            this.warmUp = warmUp;
            this.operations = operations;
        }

        @Override
        public Outcome execute(OperationCall call) {
            if (call.unitNumber() == warmUp) {
                allocatedBefore = allocated();
            } else if (call.unitNumber() == warmUp + operations) {
                bytesPerOperation = (double) (allocated() - allocatedBefore) / operations;
                measured.countDown();
            }
            return Outcome.ok();
        }

        private long allocated() {
            return threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 100000, 100000", "20000, 20000, 10000"})
    void blockingUserLoopAllocatesNothingPerOperation(long thinkNanos, long warmUp, long operations)
            throws InterruptedException {
        Scenario scenario = new Scenario(
                SystemClock.instance().startingAt(SystemClock.instance().nanoTime()));
        scenario.phases = phases(0, 180, 0, 1);
        scenario.pacing = Map.of(READ, Pacing.think(new Distribution.Fixed(Duration.ofNanos(thinkNanos))));
        Meter meter = new Meter(warmUp, operations);
        scenario.start(Sessions.of(user -> meter));
        assertThat(measured.await(150, TimeUnit.SECONDS)).isTrue();
        scenario.run().close();

        assertThat(meter.bytesPerOperation).isLessThan(LESS_THAN_AN_OBJECT);
        assertThat(scenario.faults).isEmpty();
    }
}
