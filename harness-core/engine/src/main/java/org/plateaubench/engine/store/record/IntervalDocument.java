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
}
