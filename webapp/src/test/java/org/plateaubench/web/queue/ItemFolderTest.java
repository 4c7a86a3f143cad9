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
        for (String broken : List.of("", "{", "{}", "[]", "{\"state\": \"waiting\", \"wanted\": {}, \"runId\": 7}")) {
            Files.writeString(Files.createDirectories(queue.resolve("broken")).resolve("item.json"), broken);
            assertThat(ItemFolder.all(queue)).as(broken).containsExactly(good);
        }
    }

    @Test
    void itemIsReadAsItWasWritten() throws IOException {
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
        assertThat(ItemFolder.all(queue)).containsExactly(item);
    }

    @Test
    void lastSentenceHasNoControlCharacters() throws IOException {
        ItemFolder folder = new ItemFolder(queue, "one");
        folder.keep(Map.of(ItemFolder.RUN_FILE, "run: {}"));
        Files.writeString(folder.output(), "plateau: no\0thing\tgoes\n\n");
        assertThat(folder.lastSentence()).hasValue("no thing goes");
    }
}
