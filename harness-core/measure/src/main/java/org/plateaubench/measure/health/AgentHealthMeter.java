// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;

/** Measures the health of its own process (measurement rule M16). One thread reads. */
public final class AgentHealthMeter implements AutoCloseable {
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final StallMeter stalls;
    private final CollectorPauses pauses;
    private final CpuUseMeter cpu;

    /** Starts to measure. */
    public AgentHealthMeter(NanoClock clock) {
        stalls = new StallMeter(clock);
        pauses = new CollectorPauses();
        cpu = new CpuUseMeter(clock, system::getProcessCpuTime);
        // The first answer covers the time before the first call.
        system.getCpuLoad();
    }

    /** The health since the last call, or since the start. It is imprecise if called more often than every 100 ms. */
    public AgentHealth take() {
        CpuUse use = cpu.take();
        return new AgentHealth(
                stalls.takeLongestNanos(),
                pauses.takeLongestNanos(),
                use.cores() < 0 ? CpuShare.UNKNOWN : use.cores() / use.availableCores(),
                hostCpuShare(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                use);
    }

    /** Reports how late a thread woke up that only waits for scheduled instants. May be called on any thread. */
    public void wokenLate(long lateNanos) {
        stalls.late(lateNanos);
    }

    /** Stops measuring, within a second. */
    @Override
    public void close() {
        pauses.close();
        stalls.close();
    }

    private double hostCpuShare() {
        double share = system.getCpuLoad();
        return share >= 0 ? share : CpuShare.UNKNOWN;
    }
}
