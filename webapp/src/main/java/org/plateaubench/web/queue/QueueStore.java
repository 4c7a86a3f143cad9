// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.Json;

/** The queue in the database. Any thread. Stored items survive a crash. */
final class QueueStore {
    private static final String UPDATE = "UPDATE queue_item SET state = :state, place = :place,"
            + " not_before_ms = :notBefore, attempt = :attempt, started_at_ms = :startedAt, ended_at_ms = :endedAt,"
            + " run_id = :runId, exit_code = :exitCode, message = :message WHERE id = :id";
    private static final String INSERT = "INSERT INTO queue_item (id, name, state, place, not_before_ms, wanted,"
            + " requested_by, requested_at_ms, attempt, started_at_ms, ended_at_ms, run_id, exit_code, message)"
            + " VALUES (:id, :name, :state, :place, :notBefore, :wanted, :requestedBy, :requestedAt, :attempt,"
            + " :startedAt, :endedAt, :runId, :exitCode, :message)";

    private final Jdbi jdbi;

    QueueStore(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    /** Returns every item. */
    List<QueueItem> all() {
        return jdbi.withHandle(handle -> handle.createQuery("SELECT * FROM queue_item")
                .map(QueueStore::item)
                .list());
    }

    /** Adds items, or replaces those with the same ids; all or none. */
    void put(List<QueueItem> items) {
        jdbi.useTransaction(handle -> {
            for (QueueItem item : items) {
                Map<String, @Nullable Object> values = values(item);
                if (handle.createUpdate(UPDATE).bindMap(values).execute() == 0) {
                    handle.createUpdate(INSERT).bindMap(values).execute();
                }
            }
        });
    }

    void remove(String id) {
        jdbi.useHandle(handle -> handle.execute("DELETE FROM queue_item WHERE id = ?", id));
    }

    boolean isPaused() {
        return jdbi.withHandle(handle -> handle.createQuery("SELECT paused FROM queue_state")
                .mapTo(Boolean.class)
                .one());
    }

    void setPaused(boolean paused) {
        jdbi.useHandle(handle -> handle.execute("UPDATE queue_state SET paused = ?", paused));
    }

    /** Returns an item as a text, which {@link #ofText} reads. */
    static String toText(QueueItem item) {
        return Json.toText(values(item));
    }

    /**
     * Reads what {@link #toText} wrote.
     *
     * @throws IllegalArgumentException when the text is no such item
     */
    static QueueItem ofText(String text) {
        Map<String, Object> tree = Json.parse(text);
        Map<String, Object> wanted = Json.parse(String.valueOf(tree.get("wanted")));
        return new QueueItem(
                String.valueOf(tree.get("id")),
                String.valueOf(tree.get("name")),
                ItemState.of(String.valueOf(tree.get("state"))),
                Optional.ofNullable(whole(tree, "place")).orElse(0L),
                new QueueItem.Wanted(
                        String.valueOf(wanted.get("path")),
                        texts(wanted.get("settings")),
                        instant(tree, "notBefore"),
                        texts(wanted.get("tags")),
                        String.valueOf(wanted.get("note"))),
                String.valueOf(tree.get("requestedBy")),
                Instant.ofEpochMilli(
                        Optional.ofNullable(whole(tree, "requestedAt")).orElse(0L)),
                new QueueItem.Progress(
                        Optional.ofNullable(whole(tree, "attempt")).orElse(0L).intValue(),
                        instant(tree, "startedAt"),
                        instant(tree, "endedAt"),
                        (String) tree.get("runId"),
                        Optional.ofNullable(whole(tree, "exitCode"))
                                .map(Long::intValue)
                                .orElse(null),
                        (String) tree.get("message")));
    }

    private static @Nullable Long whole(Map<String, Object> tree, String key) {
        return tree.get(key) instanceof Number number ? Long.valueOf(number.longValue()) : null;
    }

    private static @Nullable Instant instant(Map<String, Object> tree, String key) {
        Long milliseconds = whole(tree, key);
        return milliseconds == null ? null : Instant.ofEpochMilli(milliseconds);
    }

    private static Map<String, @Nullable Object> values(QueueItem item) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        QueueItem.Progress progress = item.progress();
        values.put("id", item.id());
        values.put("name", item.name());
        values.put("state", item.state().label());
        values.put("place", item.place());
        values.put("notBefore", milliseconds(item.wanted().notBefore()));
        values.put(
                "wanted",
                Json.toLine(Map.of(
                        "path", item.wanted().path(),
                        "settings", item.wanted().settings(),
                        "tags", item.wanted().tags(),
                        "note", item.wanted().note())));
        values.put("requestedBy", item.requestedBy());
        values.put("requestedAt", item.requestedAt().toEpochMilli());
        values.put("attempt", progress.attempt());
        values.put("startedAt", milliseconds(progress.startedAt()));
        values.put("endedAt", milliseconds(progress.endedAt()));
        values.put("runId", progress.runId());
        values.put("exitCode", progress.exitCode());
        values.put("message", progress.message());
        return values;
    }

    private static QueueItem item(ResultSet row, StatementContext context) throws SQLException {
        Map<String, Object> wanted = Json.parse(row.getString("wanted"));
        return new QueueItem(
                row.getString("id"),
                row.getString("name"),
                ItemState.of(row.getString("state")),
                row.getLong("place"),
                new QueueItem.Wanted(
                        String.valueOf(wanted.get("path")),
                        texts(wanted.get("settings")),
                        instant(row, "not_before_ms"),
                        texts(wanted.get("tags")),
                        String.valueOf(wanted.get("note"))),
                row.getString("requested_by"),
                Instant.ofEpochMilli(row.getLong("requested_at_ms")),
                new QueueItem.Progress(
                        row.getInt("attempt"),
                        instant(row, "started_at_ms"),
                        instant(row, "ended_at_ms"),
                        row.getString("run_id"),
                        Optional.ofNullable(row.getObject("exit_code", Integer.class))
                                .orElse(null),
                        row.getString("message")));
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static @Nullable Long milliseconds(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long milliseconds = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(milliseconds);
    }
}
