// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ItemFolderTest {
    @TempDir
    private Path queue = Path.of("");

    @Test
    void oneItemThatCannotBeReadHindersNoOther() throws IOException {
        QueueItem good = new QueueItem(
                "good",
                "a",
                ItemState.WAITING,
                1,
                new QueueItem.Wanted("", List.of(), null, List.of(), "", null),
                "ada",
                Instant.parse("2026-11-21T00:00:00Z"),
                QueueItem.Progress.NONE);
        new ItemFolder(queue, "good").keep(good);
        for (String broken :
                List.of("", "{", "{}", "[]", "{\"state\": \"waiting\", \"wanted\": \"{}\", \"runId\": 7}")) {
            Files.writeString(Files.createDirectories(queue.resolve("broken")).resolve("item.json"), broken);
            assertThat(ItemFolder.all(queue)).as(broken).containsExactly(good);
        }
    }

    @Test
    void anItemIsAFileThatOtherVersionsRead() throws IOException {
        Instant noon = Instant.parse("2026-11-21T12:00:00.123Z");
        QueueItem item = new QueueItem(
                "q1",
                "a",
                ItemState.NOT_STARTED,
                -3,
                new QueueItem.Wanted("a.yaml", List.of("x=\"1\""), noon, List.of("night"), "n", null),
                "ada",
                noon,
                new QueueItem.Progress(2, noon, noon, null, 130, "It \u2603."));
        new ItemFolder(queue, "q1").keep(item);
        String text = Files.readString(queue.resolve("q1/item.json"));
        assertThat(text).isEqualTo("""
                {
                  "id" : "q1",
                  "name" : "a",
                  "state" : "not-started",
                  "place" : -3,
                  "notBefore" : 1795262400123,
                  "wanted" : "{\\"path\\":\\"a.yaml\\",\\"settings\\":[\\"x=\\\\\\"1\\\\\\"\\"],\\"tags\\":[\\"night\\"],\\"note\\":\\"n\\",\\"study\\":null}",
                  "requestedBy" : "ada",
                  "requestedAt" : 1795262400123,
                  "attempt" : 2,
                  "startedAt" : 1795262400123,
                  "endedAt" : 1795262400123,
                  "runId" : null,
                  "exitCode" : 130,
                  "message" : "It \u2603."
                }
                """);
        Files.writeString(
                queue.resolve("q1/item.json"),
                text.replace("\"place\"", "\"later\" : {}, \"place\"")
                        .replace("{\\\"path", "{\\\"later\\\":1,\\\"path"));
        assertThat(ItemFolder.all(queue)).containsExactly(item);
        // As before there were studies.
        Files.writeString(queue.resolve("q1/item.json"), text.replace(",\\\"study\\\":null", ""));
        assertThat(Files.readString(queue.resolve("q1/item.json"))).doesNotContain("study");
        assertThat(ItemFolder.all(queue)).containsExactly(item);
    }

    @Test
    void theLastSentenceHasNothingThatADatabaseDoesNotTake() throws IOException {
        ItemFolder folder = new ItemFolder(queue, "one");
        folder.keep("run: {}", Map.of());
        Files.writeString(folder.output(), "plateau: no\0thing\tgoes\n\n");
        assertThat(folder.lastSentence()).hasValue("no thing goes");
    }
}
