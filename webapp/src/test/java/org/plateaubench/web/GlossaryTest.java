// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.web.queue.ItemState;

/** The table of states in the glossary has those of the code; what the pages show of them, {@code states.test.mjs} holds to it. */
final class GlossaryTest {
    private static final Path GLOSSARY = Path.of("../docs/glossary.md");

    private static final Map<String, String> COLOURS = Map.of("good", "green", "bad", "red", "doubtful", "amber");

    private static List<String> rows(String kind) throws IOException {
        return Files.readAllLines(GLOSSARY).stream()
                .filter(line -> line.startsWith("| " + kind + " | `"))
                .toList();
    }

    private static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<String> states(String kind) throws IOException {
        return rows(kind).stream().map(row -> row.split("`", -1)[1]).toList();
    }

    @Test
    void conclusionWordsColoursAndSignsMatchJudge() throws IOException {
        List<String> listed = rows("conclusion").stream()
                .map(row -> row.substring(0, row.lastIndexOf(" | ")))
                .toList();
        assertThat(listed)
                .containsExactlyElementsOf(Arrays.stream(Conclusion.Kind.values())
                        .map(kind -> "| conclusion | `" + word(kind) + "` | " + kind.word() + " | "
                                + COLOURS.get(kind.tone()) + " | " + kind.sign())
                        .toList());
    }

    @Test
    void everyVerdictAndQueueStateIsListed() throws IOException {
        assertThat(states("verdict"))
                .containsExactlyElementsOf(
                        Arrays.stream(Verdict.values()).map(GlossaryTest::word).toList());
        assertThat(states("queue"))
                .containsAll(Arrays.stream(ItemState.values())
                        .map(GlossaryTest::word)
                        .toList());
    }
}
