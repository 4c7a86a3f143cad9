// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells hold texts of people, such as the levels of a factor, and people open them with a spreadsheet. */
final class CsvTextTest {
    private static String cell(String text) {
        CsvText csv = new CsvText();
        csv.add(List.of(text));
        return csv.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"=cmd|'/C calc'!A0", "+1+1", "-1+1", "-cmd|x", "@SUM(A1)", "\t=1+1", "\uff1d1+1", "\uff20SUM(A1)"
            })
    void noCellBecomesAFormula(String text) {
        assertThat(cell(text)).isEqualTo("'" + text + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.25", "1.50000e-06", "-1.5e+06", "purchase", "", "8 users", "2026-11-26"})
    void aNumberAndAPlainTextStayAsTheyAre(String text) {
        assertThat(cell(text)).isEqualTo(text + "\r\n");
    }

    @Test
    void aCommaAndAQuoteDoNotEndACell() {
        assertThat(cell("a, \"b\"")).isEqualTo("\"a, \"\"b\"\"\"\r\n");
    }
}
