// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.CheckDefinition;

/** The workload's page has the matrix, the checks and the comparison with the published run. */
class DocumentationTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "plugins", "olio.md");

    private final SessionModel model = new SessionModel();

    private static String page() throws Exception {
        return Files.readString(PAGE);
    }

    @Test
    void transitionMatrixIsDocumented() throws Exception {
        String page = page();
        for (OlioOperation operation : OlioOperation.values()) {
            String row = operation.next().stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" | ", "| `" + operation.title() + "` | ", " |"));
            assertThat(page).contains(row);
        }
        assertThat(page)
                .contains(String.format(
                        Locale.ROOT, "%.3f s", OlioOperation.HOME_PAGE.cycle().meanNanos() / 1e9))
                .contains(String.format(Locale.ROOT, "every %.3f s", SessionModelTest.meanCycleSeconds()))
                .contains(String.format(Locale.ROOT, "%.1f per second", 1500 / SessionModelTest.meanCycleSeconds()));
    }

    @Test
    void everyCheckIsDocumented() throws Exception {
        String page = page();
        for (CheckDefinition check : OlioChecks.of(Profile.FABAN_2015)) {
            assertThat(page).contains("`" + check.name() + "`");
            if (check.needed() > 1) {
                assertThat(page).contains(String.format(Locale.ROOT, "%,.0f", check.needed()));
            }
        }
    }

    @Test
    void publishedRunOf2015IsComparedWithPrediction() throws Exception {
        String page = page();
        int[] published = {141_908, 55_473, 181_126, 134_144, 14_393, 4_662, 11_087};
        for (OlioOperation operation : OlioOperation.values()) {
            int count = published[operation.index()];
            assertThat(page)
                    .contains(String.format(
                            Locale.ROOT,
                            "| `%s` | %,d | %.2f %% | %.2f %% |",
                            operation.title(),
                            count,
                            100.0 * count / IntStream.of(published).sum(),
                            100 * model.share(operation)));
        }
    }
}
