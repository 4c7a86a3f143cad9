// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.audit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ColumnName;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;

/**
 * The log of every change made through the console and every change refused, in order of time. Its age and size are
 * bounded. Done and refused requests have separate bounds, so that a caller cannot push out entries of changes by many
 * refused requests. Any thread.
 */
public final class AuditLog implements Journal {
    /**
     * Refused requests of one caller that are written per minute. The rest is only counted, so that a caller cannot
     * fill the log.
     */
    private static final int REFUSED_A_MINUTE = 60;

    /** Entries between two checks of the bounds. */
    private static final int CHECK_PERIOD = 200;

    private static final long MINUTE_SECONDS = 60;
    private static final String RETENTION = "retention";

    /**
     * How many entries are kept.
     *
     * @param age older entries are removed
     * @param done entries of requests that were done
     * @param refused entries of requests that were refused or failed
     */
    record Bounds(Duration age, int done, int refused) {
        static final Bounds USUAL = new Bounds(Duration.ofDays(730), 100_000, 20_000);
    }

    private final Jdbi jdbi;
    private final InstantSource clock;
    private final Bounds bounds;
    private final Map<String, Integer> refusals = new HashMap<>();
    private long minute;
    private int sinceLook = CHECK_PERIOD;

    /** Opens the log of a database. */
    public AuditLog(Jdbi jdbi, InstantSource clock) {
        this(jdbi, clock, Bounds.USUAL);
    }

    AuditLog(Jdbi jdbi, InstantSource clock, Bounds bounds) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.bounds = bounds;
    }

    /** One row, as the API returns it. */
    public record Row(
            long id,
            Instant at,
            @ColumnName("account") String user,
            Role role,
            String credential,
            String action,
            String target,
            String asked,
            String outcome,
            String remote) {}

    @Override
    public void write(Entry entry) {
        Instant now = clock.instant();
        if ((entry.refused() || entry.role() == Role.ANYONE) && !mayWriteRefusal(entry.user(), now)) {
            return;
        }
        insert(now, entry);
        if (isTimeToLook()) {
            forget(now);
        }
    }

    private synchronized boolean mayWriteRefusal(String user, Instant now) {
        long present = now.getEpochSecond() / MINUTE_SECONDS;
        if (present != minute) {
            minute = present;
            refusals.forEach((who, times) -> {
                if (times > REFUSED_A_MINUTE) {
                    insert(
                            now,
                            own(
                                    "…",
                                    (times - REFUSED_A_MINUTE) + " further requests of "
                                            + (who.isEmpty() ? "strangers" : who),
                                    "refused"));
                }
            });
            refusals.clear();
        }
        return refusals.merge(user, 1, Integer::sum) <= REFUSED_A_MINUTE;
    }

    private static Entry own(String action, String target, String outcome) {
        return new Entry("", Role.ANYONE, "", action, target, "", outcome, "");
    }

    private synchronized boolean isTimeToLook() {
        sinceLook++;
        if (sinceLook < CHECK_PERIOD) {
            return false;
        }
        sinceLook = 0;
        return true;
    }

    /** Removes the entries beyond the bounds and records the removal. */
    void forget(Instant now) {
        int gone = jdbi.inTransaction(
                handle -> handle.execute("delete from audit_entry where at < ?", now.minus(bounds.age()))
                        + forget(handle, false, bounds.done())
                        + forget(handle, true, bounds.refused()));
        if (gone > 0) {
            insert(now, own(RETENTION, gone + " entries that were older or more than are kept", "200"));
        }
    }

    private static int forget(Handle handle, boolean refused, int kept) {
        return handle.execute(
                "delete from audit_entry where refused = ? and id <= (select id from audit_entry"
                        + " where refused = ? order by id desc limit 1 offset ?)",
                refused,
                refused,
                kept);
    }

    private void insert(Instant at, Entry entry) {
        jdbi.useHandle(handle -> handle.createUpdate("insert into audit_entry"
                        + " (at, account, role, credential, action, target, asked, outcome, remote, refused)"
                        + " values (:at, :user, :role, :credential, :action, :target, :asked, :outcome, :remote,"
                        + " :refused)")
                .bind("at", at)
                .bindMethods(entry)
                .execute());
    }

    /** Returns the entries that match, newest first. */
    List<Row> list(int limit, @Nullable Long before, @Nullable String user, @Nullable String action) {
        return jdbi.withHandle(handle -> filtered(
                        handle.createQuery("select * from audit_entry " + filter(before, user, action)
                                + " order by id desc limit :limit"),
                        before,
                        user,
                        action)
                .bind("limit", limit)
                .map(ConstructorMapper.of(Row.class))
                .list());
    }

    /** Returns the number of entries that match, on all pages. */
    long count(@Nullable String user, @Nullable String action) {
        return jdbi.withHandle(handle -> filtered(
                        handle.createQuery("select count(*) from audit_entry " + filter(null, user, action)),
                        null,
                        user,
                        action)
                .mapTo(Long.class)
                .one());
    }

    private static String filter(@Nullable Long before, @Nullable String user, @Nullable String action) {
        return "where 1 = 1" + (before == null ? "" : " and id < :before")
                + (user == null ? "" : " and account = :user")
                + (action == null ? "" : " and position(lower(:action) in lower(action)) > 0");
    }

    private static Query filtered(Query query, @Nullable Long before, @Nullable String user, @Nullable String action) {
        if (before != null) {
            query.bind("before", before);
        }
        if (user != null) {
            query.bind("user", user);
        }
        if (action != null) {
            query.bind("action", action);
        }
        return query;
    }
}
