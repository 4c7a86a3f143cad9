// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.plateaubench.web.database.Database;

/** The index of runs in the database. Any thread; only one writes at a time. */
final class RunCatalog {
    private static final int MOST_TAGS = 1_000;

    private final Jdbi jdbi;

    RunCatalog(Database database) {
        jdbi = database.jdbi();
    }

    /**
     * One page of a list.
     *
     * @param total number of runs that match the query, on all pages
     * @param documents runs of the page, each in JSON
     */
    record Page(long total, List<String> documents) {}

    /** Returns a page of a list, with two statements for any query. */
    Page list(RunQuery query) {
        RunQuery.Condition condition = query.condition();
        return jdbi.inTransaction(handle -> {
            long total = bound(handle, "SELECT count(*) FROM run WHERE " + condition.sql(), condition)
                    .mapTo(Long.class)
                    .one();
            List<String> documents = total <= query.offset()
                    ? List.of()
                    : bound(
                                    handle,
                                    "SELECT document FROM run WHERE " + condition.sql() + " ORDER BY " + query.order()
                                            + " LIMIT :limit OFFSET :offset",
                                    condition)
                            .bind("limit", query.limit())
                            .bind("offset", query.offset())
                            .mapTo(String.class)
                            .list();
            return new Page(total, documents);
        });
    }

    private static Query bound(Handle handle, String sql, RunQuery.Condition condition) {
        Query query = handle.createQuery(sql).bindMap(condition.values());
        condition.lists().forEach(query::bindList);
        return query;
    }

    /** Returns document and detail of a run; empty when there is none. */
    Optional<List<String>> find(String id) {
        return jdbi.withHandle(handle -> handle.createQuery("SELECT document, detail FROM run WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> List.of(row.getString(1), row.getString(2)))
                .findOne());
    }

    /** Returns every tag with the number of its runs, the most used first. */
    Map<String, Long> tags() {
        Map<String, Long> tags = new LinkedHashMap<>();
        jdbi.useHandle(handle -> handle.createQuery("SELECT tag, count(*) FROM run_tag GROUP BY tag "
                        + "ORDER BY count(*) DESC, tag LIMIT " + MOST_TAGS)
                .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
                .forEach(entry -> tags.put(entry.getKey(), entry.getValue())));
        return tags;
    }

    /** Returns the indexed runs, by id. */
    Map<String, CatalogRow.Indexed> indexed() {
        Map<String, CatalogRow.Indexed> indexed = new LinkedHashMap<>();
        jdbi.useHandle(handle -> handle.createQuery("SELECT id, fingerprint, status FROM run")
                .map((row, context) -> new CatalogRow.Indexed(row.getString(1), row.getString(2), row.getString(3), 0))
                .forEach(run -> indexed.put(run.id(), run)));
        return indexed;
    }

    /** Adds runs, or replaces their rows; all or none. */
    void put(Collection<CatalogRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        jdbi.useTransaction(handle -> {
            remove(handle, rows.stream().map(row -> row.summary().id()).toList());
            PreparedBatch runs = handle.prepareBatch("INSERT INTO run (id, fingerprint, name, status, verdict, "
                    + "score, run_class, started_at, ended_at, duration_seconds, headline_value, archived, "
                    + "search_text, document, detail) VALUES (:summary.id, :fingerprint, :summary.name, :status, "
                    + ":summary.verdict, :summary.score, :summary.runClass, :startedAt, :endedAt, "
                    + ":summary.durationSeconds, :summary.headline?.value, :summary.annotation.archived, "
                    + ":searchText, :document, :detail)");
            List<List<String>> tags = new ArrayList<>();
            List<List<String>> plugins = new ArrayList<>();
            for (CatalogRow row : rows) {
                runs.bindMethods(row).add();
                String id = row.summary().id();
                row.summary().annotation().tags().forEach(tag -> tags.add(List.of(tag, id)));
                row.summary().plugins().forEach(plugin -> plugins.add(List.of(plugin, id)));
            }
            runs.execute();
            insert(handle, "INSERT INTO run_tag (tag, run_id) VALUES (?, ?)", tags);
            insert(handle, "INSERT INTO run_plugin (plugin, run_id) VALUES (?, ?)", plugins);
        });
    }

    private static void insert(Handle handle, String sql, List<List<String>> pairs) {
        if (pairs.isEmpty()) {
            return;
        }
        PreparedBatch batch = handle.prepareBatch(sql);
        pairs.forEach(pair -> batch.add(pair.getFirst(), pair.getLast()));
        batch.execute();
    }

    /** Removes runs. */
    void remove(Collection<String> ids) {
        if (!ids.isEmpty()) {
            jdbi.useTransaction(handle -> remove(handle, ids));
        }
    }

    private static void remove(Handle handle, Collection<String> ids) {
        PreparedBatch batch = handle.prepareBatch("DELETE FROM run WHERE id = ?");
        ids.forEach(batch::add);
        batch.execute();
    }
}
