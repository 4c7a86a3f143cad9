// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.mapper.reflect.ColumnName;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/**
 * An item as the database holds it and, in JSON, its folder: times in milliseconds since 1970, null for none.
 *
 * @param wanted what the user requested, in JSON
 */
public record StoredItem(
        String id,
        String name,
        String state,
        long place,
        @ColumnName("not_before_ms") @Nullable Long notBefore,
        String wanted,
        String requestedBy,
        @ColumnName("requested_at_ms") long requestedAt,
        int attempt,
        @ColumnName("started_at_ms") @Nullable Long startedAt,
        @ColumnName("ended_at_ms") @Nullable Long endedAt,
        @Nullable String runId,
        @Nullable Integer exitCode,
        @Nullable String message) {

    private record StoredRequest(
            String path, List<String> settings, List<String> tags, String note, QueueItem.@Nullable Study study) {}

    static StoredItem of(QueueItem item) {
        QueueItem.Wanted wanted = item.wanted();
        QueueItem.Progress progress = item.progress();
        return new StoredItem(
                item.id(),
                item.name(),
                item.state().label(),
                item.place(),
                milliseconds(wanted.notBefore()),
                Documents.line(new StoredRequest(
                        wanted.path(), wanted.settings(), wanted.tags(), wanted.note(), wanted.study())),
                item.requestedBy(),
                item.requestedAt().toEpochMilli(),
                progress.attempt(),
                milliseconds(progress.startedAt()),
                milliseconds(progress.endedAt()),
                progress.runId(),
                progress.exitCode(),
                progress.message());
    }

    /** Returns the item. */
    QueueItem item() {
        StoredRequest asked = Documents.read(wanted, StoredRequest.class);
        return new QueueItem(
                id,
                name,
                ItemState.of(state),
                place,
                new QueueItem.Wanted(
                        asked.path, asked.settings, instant(notBefore), asked.tags, asked.note, asked.study),
                requestedBy,
                Instant.ofEpochMilli(requestedAt),
                new QueueItem.Progress(attempt, instant(startedAt), instant(endedAt), runId, exitCode, message));
    }

    private static @Nullable Long milliseconds(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    private static @Nullable Instant instant(@Nullable Long milliseconds) {
        return milliseconds == null ? null : Instant.ofEpochMilli(milliseconds);
    }
}
