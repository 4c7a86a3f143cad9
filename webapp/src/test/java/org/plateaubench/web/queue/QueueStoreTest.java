// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.database.TestDatabases;

final class QueueStoreTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00.123Z");

    @RegisterExtension
    static final TestDatabases DATABASES = new TestDatabases();

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void whatWasPutIsThere(TestDatabases.Engine engine) throws Exception {
        try (Database database = DATABASES.records(engine, folder)) {
            QueueStore store = new QueueStore(database.jdbi());
            QueueItem asked = new QueueItem(
                    "q1",
                    "store",
                    ItemState.WAITING,
                    7,
                    new QueueItem.Wanted(
                            "runs/a.yaml", List.of("a=b", "c='\"d"), NOW, List.of("night"), "a\nnote \u2603", null),
                    "ada",
                    NOW,
                    QueueItem.Progress.NONE);
            store.put(List.of(asked, QueueOrderTest.item("q2", 8)));
            assertThat(store.all()).containsExactlyInAnyOrder(asked, QueueOrderTest.item("q2", 8));

            QueueItem over = asked.starting(NOW)
                    .running("r-1")
                    .stopping("Ramping down.")
                    .over(ItemState.CANCELLED, NOW.plusSeconds(9), 130, null);
            store.put(List.of(over.at(3).notBefore(null)));
            assertThat(Documents.read(Documents.text(StoredItem.of(over)), StoredItem.class)
                            .item())
                    .isEqualTo(over);
            assertThat(Documents.read(Documents.text(StoredItem.of(asked)), StoredItem.class)
                            .item())
                    .isEqualTo(asked);
            store.remove("q2");
            assertThat(store.all()).containsExactly(over.at(3).notBefore(null));

            assertThat(store.isPaused()).isFalse();
            store.setPaused(true);
            assertThat(store.isPaused()).isTrue();
        }
    }
}
