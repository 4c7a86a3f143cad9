// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.recorder.AcknowledgedItems.SampledIdentities;
import org.plateaubench.spi.Acknowledged;

/** The sample of acknowledged items is bounded, uniform, and independent of which user reported which item. */
class AcknowledgedItemsTest {
    private final AcknowledgedItems items = new AcknowledgedItems();
    private final Acknowledged orders = items.of("orders");

    private static Acknowledged.Sample sample(AcknowledgedItems... agents) {
        AcknowledgedItems.Collected combined = null;
        for (AcknowledgedItems agent : agents) {
            AcknowledgedItems.Collected collected =
                    Objects.requireNonNull(agent.collected().get("orders"));
            combined = combined == null ? collected : combined.plus(collected);
        }
        return Objects.requireNonNull(combined).sample();
    }

    @Test
    void fewIdentitiesAreAllKept() {
        for (long identity : new long[] {0, 1, -1, Long.MAX_VALUE, 42, 42}) {
            orders.stored(identity);
        }
        assertThat(sample(items)).isEqualTo(new Acknowledged.Sample(Set.of(0L, 1L, -1L, Long.MAX_VALUE, 42L), 1));
    }

    @Test
    void manyIdentitiesAreSampledEvenly() {
        LongStream.range(0, 1_000_000).parallel().forEach(orders::stored);
        Acknowledged.Sample sample = sample(items);
        assertThat(sample.identities())
                .hasSizeBetween(SampledIdentities.MAX_KEPT / 2 - 100, SampledIdentities.MAX_KEPT)
                .allMatch(identity -> identity >= 0 && identity < 1_000_000);
        assertThat(sample.identities().size() / sample.share()).isBetween(850_000.0, 1_150_000.0);
    }

    @Test
    void releasedIdentityIsDroppedInAnyOrder() {
        AcknowledgedItems other = new AcknowledgedItems();
        other.of("orders").removed(7);
        LongStream.range(0, 10).forEach(orders::stored);
        orders.removed(3);
        orders.stored(3);
        assertThat(sample(items, other).identities()).containsExactlyInAnyOrder(0L, 1L, 2L, 4L, 5L, 6L, 8L, 9L);
    }

    @Test
    void mergedSampleUsesSmallerShare() {
        AcknowledgedItems busy = new AcknowledgedItems();
        LongStream.range(0, 100_000).forEach(busy.of("orders")::stored);
        LongStream.range(100_000, 100_900).forEach(orders::stored);
        LongStream.range(0, 100_000).filter(id -> id % 2 == 0).forEach(orders::removed);
        Acknowledged.Sample sample = sample(busy, items);
        assertThat(sample.share()).isLessThan(0.02);
        assertThat(sample.identities())
                .isNotEmpty()
                .allMatch(identity -> identity >= 100_000 || identity % 2 == 1)
                .hasSizeLessThan(SampledIdentities.MAX_KEPT);
    }
}
