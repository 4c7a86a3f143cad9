// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/** The policy and the last pass in the records of the console. Any thread. */
final class RetentionStore {
    private final Jdbi jdbi;

    RetentionStore(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    /**
     * A stored policy.
     *
     * @param changedBy account that set it; null if it was never set
     * @param changedAt time at which it was set
     * @param appliesFrom time before which no run is removed by it
     */
    public record Kept(
            @Nested RetentionPolicy policy,
            @Nullable String changedBy,
            @Nullable Instant changedAt,
            @Nullable Instant appliesFrom) {}

    Kept policy() {
        return jdbi.withHandle(handle -> handle.createQuery("SELECT * FROM retention")
                .map(ConstructorMapper.of(Kept.class))
                .one());
    }

    void put(Kept kept) {
        jdbi.useHandle(handle -> handle.createUpdate("UPDATE retention SET keep_days = :policy.keepDays,"
                        + " keep_runs = :policy.keepRuns, keep_bytes = :policy.keepBytes, changed_by = :changedBy,"
                        + " changed_at = :changedAt, applies_from = :appliesFrom")
                .bindMethods(kept)
                .execute());
    }

    /** Returns the last pass; empty before the first. */
    Optional<RetentionPass> lastPass() {
        return jdbi.withHandle(
                handle -> handle.createQuery("SELECT last_pass FROM retention WHERE last_pass IS NOT NULL")
                        .mapTo(String.class)
                        .findOne()
                        .map(text -> Documents.read(text, RetentionPass.class)));
    }

    void put(RetentionPass pass) {
        jdbi.useHandle(handle -> handle.execute("UPDATE retention SET last_pass = ?", Documents.line(pass)));
    }

    /**
     * Defers all removals until a time, for example after a restore: the policy may differ from the one meant for the
     * present runs.
     */
    static void waitUntil(Jdbi jdbi, Instant then) {
        jdbi.useHandle(handle -> handle.execute("UPDATE retention SET applies_from = ?", then));
    }
}
