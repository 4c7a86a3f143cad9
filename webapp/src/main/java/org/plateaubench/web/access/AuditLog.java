// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;

/** Everything that was changed through the console or refused to be, in the order in which it was. Any thread. */
final class AuditLog implements Journal {
    /** Strangers may not fill the disk: so many of their requests are written down a minute, the rest counted. */
    private static final int STRANGERS_A_MINUTE = 60;

    private static final long MINUTE_SECONDS = 60;

    private final Jdbi jdbi;
    private final InstantSource clock;
    private long minute;
    private int strangers;

    AuditLog(Jdbi jdbi, InstantSource clock) {
        this.jdbi = jdbi;
        this.clock = clock;
    }

    /** One row. */
    public record Row(
            long id,
            Instant at,
            String account,
            Role role,
            String action,
            String target,
            String outcome,
            String remote) {}

    @Override
    public void write(Entry entry) {
        Instant now = clock.instant();
        if (entry.role() == Role.ANYONE && !mayWriteStranger(now)) {
            return;
        }
        insert(now, entry);
    }

    private synchronized boolean mayWriteStranger(Instant now) {
        long present = now.getEpochSecond() / MINUTE_SECONDS;
        if (present != minute) {
            int unwritten = strangers - STRANGERS_A_MINUTE;
            minute = present;
            strangers = 0;
            if (unwritten > 0) {
                insert(
                        now,
                        new Entry("", Role.ANYONE, "…", unwritten + " further requests of strangers", "refused", ""));
            }
        }
        return ++strangers <= STRANGERS_A_MINUTE;
    }

    private void insert(Instant at, Entry entry) {
        jdbi.useHandle(handle -> handle.createUpdate("insert into audit_entry"
                        + " (at, account, role, action, target, outcome, remote)"
                        + " values (:at, :user, :role, :action, :target, :outcome, :remote)")
                .bind("at", at)
                .bindMethods(entry)
                .execute());
    }

    /** Entries that fit, newest first. */
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

    /** How many fit, whatever page is asked for. */
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
