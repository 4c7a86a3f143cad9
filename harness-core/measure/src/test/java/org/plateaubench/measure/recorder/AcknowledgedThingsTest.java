// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.recorder.AcknowledgedThings.SampledIdentities;
import org.plateaubench.spi.Acknowledged;

/** The sample of what a SUT acknowledged is bounded, even, and the same whichever agent reports what. */
class AcknowledgedThingsTest {
    private final AcknowledgedThings things = new AcknowledgedThings();
    private final Acknowledged orders = things.of("orders");

    private static Acknowledged.Sample sample(AcknowledgedThings... agents) {
        AcknowledgedThings.Collected sum = null;
        for (AcknowledgedThings agent : agents) {
            AcknowledgedThings.Collected collected =
                    Objects.requireNonNull(agent.collected().get("orders"));
            sum = sum == null ? collected : sum.plus(collected);
        }
        return Objects.requireNonNull(sum).sample();
    }

    @Test
    void fewIdentitiesAreAllKept() {
        for (long identity : new long[] {0, 1, -1, Long.MAX_VALUE, 42, 42}) {
            orders.held(identity);
        }
        assertThat(sample(things)).isEqualTo(new Acknowledged.Sample(Set.of(0L, 1L, -1L, Long.MAX_VALUE, 42L), 1));
    }

    @Test
    void manyIdentitiesAreSampledEvenly() {
        LongStream.range(0, 1_000_000).parallel().forEach(orders::held);
        Acknowledged.Sample sample = sample(things);
        assertThat(sample.identities())
                .hasSizeBetween(SampledIdentities.MAX_KEPT / 2 - 100, SampledIdentities.MAX_KEPT)
                .allMatch(identity -> identity >= 0 && identity < 1_000_000);
        assertThat(sample.identities().size() / sample.share()).isBetween(850_000.0, 1_150_000.0);
    }

    @Test
    void releasedIdentityIsDroppedInAnyOrder() {
        AcknowledgedThings other = new AcknowledgedThings();
        other.of("orders").released(7);
        LongStream.range(0, 10).forEach(orders::held);
        orders.released(3);
        orders.held(3);
        assertThat(sample(things, other).identities()).containsExactlyInAnyOrder(0L, 1L, 2L, 4L, 5L, 6L, 8L, 9L);
    }

    @Test
    void mergedSampleUsesSmallerShare() {
        AcknowledgedThings busy = new AcknowledgedThings();
        LongStream.range(0, 100_000).forEach(busy.of("orders")::held);
        LongStream.range(100_000, 100_900).forEach(orders::held);
        LongStream.range(0, 100_000).filter(id -> id % 2 == 0).forEach(orders::released);
        Acknowledged.Sample sample = sample(busy, things);
        assertThat(sample.share()).isLessThan(0.02);
        assertThat(sample.identities())
                .isNotEmpty()
                .allMatch(identity -> identity >= 100_000 || identity % 2 == 1)
                .hasSizeLessThan(SampledIdentities.MAX_KEPT);
    }
}
