// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/** The end of a run by its folder, whatever the folder holds. */
final class ShownEndTest {
    private static final String ENDED = """
            {"at": "2026-11-26T10:00:00Z", "runNanos": 5, "type": "run-ended", "scope": "", "message": "",\
             "details": {"status": "completed"}}
            """;

    @TempDir
    Path path;

    private ShownEnd end(String events, String result) throws IOException {
        RunFolder folder = RunFolder.of(path);
        Files.writeString(folder.file(StoredFile.EVENTS), events);
        Files.writeString(folder.file(StoredFile.RESULT), result);
        return ShownEnd.of(folder);
    }

    @Test
    void theResultGivesVerdictConclusionAndReasonsAsTheyAreStored() throws IOException {
        String result = """
                {"schema": "plateau.result/1", "verdict": "fail", "conclusion": {"word": "Fail", "newKey": null, "n": 1.5},
                 "reasons": [{"rule": "limit", "value": 7, "bound": 5.5, "step": null}], "workloads": "none"}
                """;
        ShownEnd end = end(ENDED, result);
        assertThat(Documents.line(end))
                .isEqualTo(
                        "{\"status\":\"completed\",\"verdict\":\"fail\",\"conclusion\":{\"word\":\"Fail\",\"n\":1.5},"
                                + "\"reasons\":[{\"rule\":\"limit\",\"value\":7,\"bound\":5.5,\"step\":null}]}");
    }

    @Test
    void whatIsDamagedIsMissingAndHidesNothingElse() throws IOException {
        ShownEnd end = end(ENDED, "{\"verdict\": \"pass\", \"conclusion\": \"Pass\", \"reasons\": {}}");
        assertThat(end).isEqualTo(new ShownEnd("completed", "pass", null, List.of()));
        assertThat(end(ENDED, "{")).isEqualTo(new ShownEnd("completed", null, null, List.of()));
    }

    @Test
    void aRunThatBrokeOffIsInvalidWhateverItsResult() throws IOException {
        assertThat(
                        end(
                                "",
                                "{\"verdict\": \"pass\", \"conclusion\": {\"word\": \"Pass\"}, \"reasons\": [{\"rule\": \"limit\"}]}"))
                .isEqualTo(new ShownEnd("crashed", "invalid", null, List.of(Map.of("rule", "limit"))));
    }
}
