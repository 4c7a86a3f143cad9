// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.aggregate.AgentInterval;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.IntervalSnapshot;

/**
 * A line of {@code intervals.ndjson}: all data of an interval except the histograms. A missing interval has only its
 * number, its times and its state.
 */
@JsonInclude(Include.NON_NULL)
public record IntervalDocument(
        String agent,
        long sequence,
        long startNanos,
        long endNanos,
        Delivery state,
        @Nullable Boolean last,
        @Nullable HealthDocument health,
        @Nullable List<WorkloadDocument> workloads) {
    public IntervalDocument {
        if (state != Delivery.MISSING && (last == null || health == null || workloads == null)) {
            throw new IllegalArgumentException("only a missing interval has no 'last', 'health' and 'workloads'");
        }
    }

    public static IntervalDocument of(AgentInterval interval) {
        IntervalSnapshot snapshot = interval.snapshot();
        return new IntervalDocument(
                interval.agent(),
                interval.sequence(),
                interval.startNanos(),
                interval.endNanos(),
                interval.delivery(),
                snapshot == null ? null : snapshot.last(),
                snapshot == null ? null : HealthDocument.of(snapshot.health()),
                snapshot == null
                        ? null
                        : snapshot.workloads().stream()
                                .map(WorkloadDocument::of)
                                .toList());
    }

    /** Reads a line; throws an {@link IllegalArgumentException} for anything else. */
    public static IntervalDocument read(String line) {
        return Documents.read(line, IntervalDocument.class);
    }

    public StoredInterval interval() {
        boolean missing = state == Delivery.MISSING;
        return new StoredInterval(
                agent,
                sequence,
                startNanos,
                endNanos,
                state,
                !missing && Objects.requireNonNull(last),
                missing
                        ? List.of()
                        : Objects.requireNonNull(workloads).stream()
                                .map(WorkloadDocument::interval)
                                .toList(),
                missing ? null : Objects.requireNonNull(health).health());
    }

    /** Passes on the number of values that the histogram log must contain, for every tag. */
    public void forEachCount(ObjLongConsumer<HistogramTag> taker) {
        if (workloads != null) {
            workloads.forEach(workload -> workload.forEachCount(taker));
        }
    }

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
}
