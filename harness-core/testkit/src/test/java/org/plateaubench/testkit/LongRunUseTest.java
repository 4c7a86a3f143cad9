// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.testkit.LongRunUse.Reading;

class LongRunUseTest {
    private static double growth(long... bytes) {
        return LongRunUse.bytesPerOperation(IntStream.range(0, bytes.length)
                .mapToObj(i -> new Reading(1_000L * i, bytes[i]))
                .toList());
    }

    @Test
    void aLeakGrowsByEachOperation() {
        assertThat(growth(0, 4_000_000, 8_000_000, 12_000_000, 16_000_000)).isEqualTo(4_000);
    }

    @Test
    void aLeakIsSeenBesideABufferThatIsReleased() {
        assertThat(growth(0, 4_000_000, 8_000_000, 2_000_000, 16_000_000, 20_000_000, 24_000_000))
                .isEqualTo(4_000);
    }

    @Test
    void aCacheThatIsFilledOrReplacedOnceIsNoLeak() {
        assertThat(growth(0, 5_000_000, 5_000_000, 5_000_000, 5_000_000, 5_000_000, 5_000_000))
                .isZero();
        assertThat(growth(0, 0, 0, 3_000_000, 0, 0, 0)).isZero();
        assertThat(growth(0, 0, 0, 0, 0, 0, 3_000_000)).isZero();
    }

    @Test
    void withoutAnOperationNothingIsKnown() {
        assertThat(LongRunUse.bytesPerOperation(List.of(new Reading(10, 0), new Reading(10, 1_000))))
                .isZero();
    }

    @Test
    void aLeakGoesOnAndAHistogramThatHasGrownDoesNot() {
        LongRunUse grown = use(20_000, 4_000_000);

        assertThat(grown.confirmedBy(use(20_000, 50_000)).heapGrowth()).isEqualTo(50_000);
        assertThat(grown.confirmedBy(use(10_000, 2_000_000)).heapGrowth()).isEqualTo(4_000_000);
        assertThat(grown.confirmedBy(use(40_000, 9_000_000)).heapGrowth()).isEqualTo(4_000_000);
    }

    @Test
    void aShortObservationConfirmsNothing() {
        assertThat(use(20_000, 4_000_000).confirmedBy(use(9_000, 0)).heapGrowth())
                .isEqualTo(4_000_000);
    }

    private static LongRunUse use(long operations, long heapGrowth) {
        return new LongRunUse(operations, heapGrowth, LongRunUse.Descriptors.NONE);
    }
}
