// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.document.ResultDocument;

/** The form of {@code result.json}: only additions are allowed within a version of the schema. */
final class GoldenResultTest {
    @TempDir
    Path folder;

    @Test
    void theResultOfAStoredRunIsTheGoldenText() throws IOException {
        String text;
        try (MadeRun run = SampleRun.failing(folder.resolve("20261121T100000Z-quickstart-3f9a11"), 12)) {
            text = Documents.text(ResultDocument.of(Judge.judge(run.read())));
        }
        assertThat(text).isEqualTo(golden());
    }

    private static String golden() throws IOException {
        try (var stream = GoldenResultTest.class.getResourceAsStream("result.json")) {
            return stream == null
                    ? Files.readString(Path.of("no golden result"))
                    : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
