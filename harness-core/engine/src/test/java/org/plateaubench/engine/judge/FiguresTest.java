// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.Figures;

/** How numbers are said. */
final class FiguresTest {
    @Test
    void numbersHaveThreeDigitsAndWholeOnesAllOfThem() {
        assertThat(Figures.said(12_345)).isEqualTo("12 345");
        assertThat(Figures.said(12_345.6)).isEqualTo("12 346");
        assertThat(Figures.said(9.876)).isEqualTo("9.88");
        assertThat(Figures.said(0.0012)).isEqualTo("0.001");
    }

    @Test
    void whatHasNoEndAndWhatIsVeryLargeIsSaidToo() {
        assertThat(Figures.said(Double.POSITIVE_INFINITY)).isEqualTo("∞");
        assertThat(Figures.said(Double.NEGATIVE_INFINITY)).isEqualTo("-∞");
        assertThat(Figures.said(3.14e18)).isEqualTo("3.14e+18");
        assertThat(Figures.said(Double.NaN)).isEqualTo("NaN");
    }
}
