// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.GoldenFile;
import org.plateaubench.engine.document.Documents;

/** The format of printed numbers. */
final class FiguresTest {
    @Test
    void fractionsHaveThreeDigitsAndIntegersHaveAll() {
        assertThat(Figures.text(12_345)).isEqualTo("12 345");
        assertThat(Figures.text(12_345.6)).isEqualTo("12 346");
        assertThat(Figures.text(9.876)).isEqualTo("9.88");
        assertThat(Figures.text(0.0012)).isEqualTo("0.001");
    }

    @Test
    void magnitudeDeterminesDecimals() {
        assertThat(Figures.text(99.96)).isEqualTo("100.0");
        assertThat(Figures.text(100.5)).isEqualTo("100");
        assertThat(Figures.text(101.5)).isEqualTo("102");
        assertThat(Figures.text(10.04)).isEqualTo("10.0");
        assertThat(Figures.text(9.996)).isEqualTo("10.00");
        assertThat(Figures.text(1.004)).isEqualTo("1.00");
        assertThat(Figures.text(0.9996)).isEqualTo("1.000");
        assertThat(Figures.text(0.001)).isEqualTo("0.001");
        assertThat(Figures.text(0.000_999)).isEqualTo("0.0010");
        assertThat(Figures.text(-0.000_12)).isEqualTo("-0.00012");
        assertThat(Figures.text(-123.4)).isEqualTo("-123");
        assertThat(Figures.text(0.0)).isEqualTo("0");
        assertThat(Figures.text(1e15)).isEqualTo("1.00e+15");
        assertThat(Figures.text(1e15 - 1)).isEqualTo("999 999 999 999 999");
    }

    @Test
    void spaceSeparatesUnitsButNotSigns() {
        assertThat(Figures.text(2.5, "ms")).isEqualTo("2.50 ms");
        assertThat(Figures.text(2.5, "%")).isEqualTo("2.50%");
        assertThat(Figures.text(2.5, "/s")).isEqualTo("2.50/s");
        assertThat(Figures.text(2.5, "")).isEqualTo("2.50");
    }

    @Test
    void numbersAreScaledAndRoundedToSixDecimals() {
        assertThat(Figures.millis(1_234_567)).isEqualTo(1.234567);
        assertThat(Figures.millis(0.4)).isZero();
        assertThat(Figures.seconds(1_500_000_000)).isEqualTo(1.5);
        assertThat(Figures.rounded(1.000_000_4)).isEqualTo(1);
        assertThat(Figures.rounded(-1.000_000_6)).isEqualTo(-1.000_001);
    }

    @Test
    void boundIsPrintedWithAllDigits() {
        assertThat(Figures.bound(500, "ms")).isEqualTo("500 ms");
        assertThat(Figures.bound(1_234.45, "ms")).isEqualTo("1 234.45 ms");
        assertThat(Figures.bound(0.009, "ms")).isEqualTo("0.009 ms");
        assertThat(Figures.bound(61.17469629054373, "%")).isEqualTo("61.1747%");
        assertThat(Figures.bound(20_000, "/s")).isEqualTo("20 000/s");
        assertThat(Figures.bound(0, "%")).isEqualTo("0%");
        assertThat(Figures.bound(-0.5, "")).isEqualTo("-0.500");
        assertThat(Figures.bound(Double.POSITIVE_INFINITY, "s")).isEqualTo("∞ s");
    }

    @Test
    void identifiersArePrintedAsWords() {
        Map<String, Object> examples = Documents.parse(GoldenFile.text(FiguresTest.class, "words.json"));
        assertThat(examples).isNotEmpty();
        examples.forEach((name, words) -> assertThat(Words.of(name)).isEqualTo(words));
    }
}
