// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.GoldenFile;
import org.plateaubench.engine.report.TextStyle;

/** The text is a documented format, which a golden file shows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ComparisonTextTest {
    private static final int COLUMNS = 80;

    private final Comparison comparison;

    ComparisonTextTest(@TempDir Path folder) {
        comparison = ComparedRuns.compared(List.of(
                ComparedRuns.cache(folder.resolve("20261121T100000Z-first-aaaaaa"), 1, 5),
                ComparedRuns.cache(
                        folder.resolve("20261121T110000Z-again-bbbbbb"), 2, 5, 1, plan -> plan.name = "again"),
                ComparedRuns.cache(
                        folder.resolve("20261121T120000Z-slower-cccccc"),
                        3,
                        7,
                        1,
                        plan -> plan.pause = Duration.ofMillis(300))));
    }

    @Test
    void comparisonTextMatchesTheGoldenFile() {
        assertThat(ComparisonText.of(comparison, COLUMNS, TextStyle.PLAIN, false))
                .isEqualTo(GoldenFile.text(ComparisonTextTest.class, "comparison.txt"));
    }

    @Test
    void linesFitAndColourAddsNoInformation() {
        for (boolean everything : List.of(false, true)) {
            String plain = ComparisonText.of(comparison, COLUMNS, TextStyle.PLAIN, everything);
            assertThat(plain.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
            String coloured = ComparisonText.of(
                    comparison, COLUMNS, (tone, text) -> "\u001b[1m" + text + "\u001b[0m", everything);
            assertThat(coloured.replace("\u001b[1m", "").replace("\u001b[0m", ""))
                    .isEqualTo(plain);
        }
    }
}
