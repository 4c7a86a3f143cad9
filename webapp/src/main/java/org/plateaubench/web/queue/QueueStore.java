// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

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
                .map(ConstructorMapper.of(StoredItem.class))
                .map(StoredItem::item)
                .list());
    }

    /** Adds items, or replaces those with the same ids; all or none. */
    void put(List<QueueItem> items) {
        jdbi.useTransaction(handle -> {
            for (QueueItem item : items) {
                StoredItem stored = StoredItem.of(item);
                if (handle.createUpdate(UPDATE).bindMethods(stored).execute() == 0) {
                    handle.createUpdate(INSERT).bindMethods(stored).execute();
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
}
