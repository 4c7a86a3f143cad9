// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.comparison.ComparedRuns;
import org.plateaubench.engine.report.comparison.Comparison;

/** The text and the tree are formats: they stand in files beside this test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ComparisonTextTest {
    private static final int COLUMNS = 80;

    private final Comparison comparison;

    ComparisonTextTest(@TempDir Path folder) {
        comparison = Comparison.of(List.of(
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
    void theTextSaysWhatStandsAgainstComparingThenDifferencesThenFigures() throws IOException {
        assertThat(ComparisonText.of(comparison, COLUMNS, TextStyle.PLAIN, false))
                .isEqualTo(golden("comparison.txt"));
    }

    @Test
    void theTreeIsOfItsSchema() throws IOException {
        assertThat(Documents.text(comparison)).isEqualTo(golden("comparison.json"));
    }

    @Test
    void everyLineFitsAndNothingIsSaidByColourAlone() {
        for (boolean everything : List.of(false, true)) {
            String plain = ComparisonText.of(comparison, COLUMNS, TextStyle.PLAIN, everything);
            assertThat(plain.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
            String coloured = ComparisonText.of(
                    comparison, COLUMNS, (tone, text) -> "\u001b[1m" + text + "\u001b[0m", everything);
            assertThat(coloured.replace("\u001b[1m", "").replace("\u001b[0m", ""))
                    .isEqualTo(plain);
        }
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(ComparisonTextTest.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
