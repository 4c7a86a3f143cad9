// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.document.Documents;

/** Names are said as the examples are, which the test of the pages reads too. */
final class WordsTest {
    @Test
    void namesAreSaidInWords() throws IOException {
        Map<String, Object> examples = examples();
        assertThat(examples).isNotEmpty();
        examples.forEach((name, said) -> assertThat(Words.of(name)).isEqualTo(said));
    }

    private static Map<String, Object> examples() throws IOException {
        try (InputStream file = Objects.requireNonNull(WordsTest.class.getResourceAsStream("words.json"))) {
            return Documents.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
