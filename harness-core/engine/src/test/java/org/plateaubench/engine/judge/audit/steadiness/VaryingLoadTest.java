// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit.steadiness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.audit.steadiness.Outage.VaryingLoad;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/** What a load that goes up and down leads to expect, by hand: two successes per planned load. */
final class VaryingLoadTest {
    private static final double[] LOADS = {1, 2, 6, 3, 0, 0};

    private static VaryingLoad load(double mean, int latest) {
        List<SteadyBlocks.Slot> slots = new ArrayList<>();
        for (double load : LOADS) {
            slots.add(new SteadyBlocks.Slot(true, 4, 0, 0, load));
        }
        // What is not known tells nothing of the successes per load, and is expected all the same.
        slots.add(new SteadyBlocks.Slot(false, 500, 0, 0, 3));
        return new VaryingLoad(slots, mean, latest);
    }

    @Test
    void asMuchAsIsPlanned() {
        assertThat(load(100, 0).expected(0, 4)).isEqualTo(2 * 12);
        assertThat(load(100, 0).expected(2, 3)).isEqualTo(2 * 6);
        assertThat(load(100, 0).expected(4, 6)).isZero();
        assertThat(load(100, 0).expected(6, 7)).isEqualTo(2 * 3);
    }

    @Test
    void theLeastOfWhatIsPlannedNowAndBefore() {
        assertThat(load(100, 1).expected(2, 3)).isEqualTo(2 * 2);
        assertThat(load(100, 1).expected(2, 4)).isEqualTo(2 * 8);
        assertThat(load(100, 1).expected(3, 4)).isEqualTo(2 * 3);
        assertThat(load(100, 3).expected(3, 4)).isEqualTo(2 * 1);
        assertThat(load(100, 1).expected(4, 5)).isZero();
    }

    @Test
    void nothingOfTheLoadBeforeTheStretch() {
        assertThat(load(100, 1).expected(0, 4)).isEqualTo(2 * 9);
        assertThat(load(100, 4).expected(0, 4)).isZero();
        assertThat(load(100, 90).expected(0, 4)).isZero();
    }

    @Test
    void atMostTheMean() {
        assertThat(load(4, 0).expected(2, 4)).isEqualTo(8);
        assertThat(load(9, 0).expected(2, 4)).isEqualTo(18);
        assertThat(load(10, 0).expected(2, 4)).isEqualTo(18);
    }

    @Test
    void aSlotShouldHaveGivenMoreWhateverTheDelay() {
        assertThat(load(100, 1).expectsMore(4, 2)).isTrue();
        assertThat(load(100, 1).expectsMore(4.1, 2)).isFalse();
        assertThat(load(100, 0).expectsMore(4.1, 2)).isTrue();
        assertThat(load(100, 0).expectsMore(2, 0)).isTrue();
        assertThat(load(100, 1).expectsMore(2, 0)).isFalse();
        assertThat(load(100, 1).expectsMore(0, 4)).isTrue();
    }

    @Test
    void nothingWhereNothingIsPlanned() {
        VaryingLoad none = new VaryingLoad(List.of(new SteadyBlocks.Slot(true, 4, 0, 0, 0)), 4, 0);
        assertThat(none.expected(0, 1)).isZero();
    }
}
