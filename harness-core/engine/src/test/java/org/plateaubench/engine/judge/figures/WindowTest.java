// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.HandMade.ORIGIN;
import static org.plateaubench.engine.judge.figures.HandMade.SECOND;
import static org.plateaubench.engine.judge.figures.HandMade.window;

import org.junit.jupiter.api.Test;
import org.plateaubench.engine.store.record.StoredInterval;

/** Which intervals a window has, and what is left of it when it is cut. It lasts from 10 s to 20 s. */
final class WindowTest {
    private final Window window = window(10, 20);

    private static StoredInterval interval(long startNanos, long endNanos) {
        return new HandMade.Interval(0, startNanos, endNanos).stored();
    }

    @Test
    void anIntervalBelongsToItByItsMiddleWhichMayBeTheStartAndNotTheEnd() {
        assertThat(window.holds(interval(9 * SECOND, 11 * SECOND))).isTrue();
        assertThat(window.holds(interval(9 * SECOND - 2, 11 * SECOND))).isFalse();
        assertThat(window.holds(interval(19 * SECOND - 2, 21 * SECOND))).isTrue();
        assertThat(window.holds(interval(19 * SECOND, 21 * SECOND))).isFalse();
    }

    @Test
    void anIntervalTouchesItWithASingleNanosecond() {
        assertThat(window.touches(interval(9 * SECOND, 10 * SECOND))).isFalse();
        assertThat(window.touches(interval(9 * SECOND, 10 * SECOND + 1))).isTrue();
        assertThat(window.touches(interval(20 * SECOND - 1, 21 * SECOND))).isTrue();
        assertThat(window.touches(interval(20 * SECOND, 21 * SECOND))).isFalse();
    }

    @Test
    void whatIsCutKeepsBothClocks() {
        assertThat(window.cut(12 * SECOND, 15 * SECOND)).isEqualTo(window(12, 15));
        assertThat(window.cut(0, 15 * SECOND)).isEqualTo(window(10, 15));
        assertThat(window.cut(12 * SECOND, 99 * SECOND)).isEqualTo(window(12, 20));
    }

    @Test
    void nothingIsLeftOfWhatLiesBeside() {
        assertThat(window.cut(20 * SECOND, 30 * SECOND)).isNull();
        assertThat(window.cut(20 * SECOND - 1, 30 * SECOND))
                .isEqualTo(new Window(
                        20 * SECOND - 1, 20 * SECOND, ORIGIN.plusSeconds(20).minusNanos(1), ORIGIN.plusSeconds(20)));
    }
}
