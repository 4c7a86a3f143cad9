// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;

/** The health of an agent in the line of an interval. */
@JsonInclude(Include.NON_NULL)
record HealthDocument(
        long longestStallNanos,
        long longestPauseNanos,
        double processCpuShare,
        double hostCpuShare,
        long heapUsedBytes,
        int threads,
        @Nullable Cpu cpu) {
    static HealthDocument of(AgentHealth health) {
        return new HealthDocument(
                health.longestStallNanos(),
                health.longestPauseNanos(),
                health.processCpuShare(),
                health.hostCpuShare(),
                health.heapUsedBytes(),
                health.threads(),
                health.cpu().equals(CpuUse.NOT_REPORTED) ? null : Cpu.of(health.cpu()));
    }

    AgentHealth health() {
        return new AgentHealth(
                longestStallNanos,
                longestPauseNanos,
                processCpuShare,
                hostCpuShare,
                heapUsedBytes,
                threads,
                cpu == null ? CpuUse.NOT_REPORTED : cpu.use());
    }

    /** The CPU use of an agent. Values that the system does not report are missing. */
    @JsonInclude(Include.NON_NULL)
    record Cpu(
            @Nullable Double cores,
            @Nullable Double driveCores,
            @Nullable Double collectorCores,
            @Nullable Double compilerCores,
            @Nullable Double availableCores,
            @Nullable Double driveWait,
            @Nullable Double driveTurnsPerSecond,
            @Nullable Double throttled) {
        static Cpu of(CpuUse use) {
            return new Cpu(
                    known(use.cores()),
                    known(use.driveCores()),
                    known(use.collectorCores()),
                    known(use.compilerCores()),
                    known(use.availableCores()),
                    known(use.driveWait()),
                    known(use.driveTurnsPerSecond()),
                    known(use.throttled()));
        }

        CpuUse use() {
            return new CpuUse(
                    figure(cores),
                    figure(driveCores),
                    figure(collectorCores),
                    figure(compilerCores),
                    figure(availableCores),
                    figure(driveWait),
                    figure(driveTurnsPerSecond),
                    figure(throttled));
        }

        private static @Nullable Double known(double figure) {
            return figure >= 0 ? figure : null;
        }

        private static double figure(@Nullable Double known) {
            return known == null ? CpuUse.UNKNOWN : known;
        }
    }
}
