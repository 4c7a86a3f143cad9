// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.app.console.ConsoleClock;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.web.database.Database;

/** A catalog over a folder of runs, without the thread that follows it. */
final class CatalogFixture {
    final Path runs;
    final Database database;
    final RunFolders folders;
    final RunCatalog catalog;
    final List<String> heard = new ArrayList<>();
    Instant now = new ConsoleClock().instant();

    CatalogFixture(Path runs, Database database) throws IOException {
        this.runs = Files.createDirectories(runs);
        this.database = database;
        folders = new RunFolders(runs);
        catalog = new RunCatalog(database);
    }

    /** Opened anew, as after a restart of the console. */
    RunIndexer indexer() {
        InstantSource clock = () -> now;
        RunIndexer indexer = new RunIndexer(folders, catalog, new RowReader(clock));
        indexer.listen((id, status, verdict) -> heard.add(id + " " + status + " " + verdict));
        return indexer;
    }

    void sweep(RunIndexer indexer) throws IOException {
        indexer.sweep(false, progress -> {});
    }

    /** What was changed until now is settled. */
    void later() {
        now = now.plusSeconds(60);
    }

    /** Ids of a list. */
    List<String> ids(RunQuery query) {
        return catalog.list(query).documents().stream()
                .map(document -> String.valueOf(Documents.parse(document).get("id")))
                .toList();
    }

    Map<String, Object> document(String id) {
        return Documents.parse(catalog.find(id).orElseThrow().getFirst());
    }

    /** Every row of every table. */
    List<Map<String, Object>> rows() {
        return database.jdbi().withHandle(handle -> {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (String table :
                    List.of("run ORDER BY id", "run_tag ORDER BY run_id, tag", "run_plugin ORDER BY run_id")) {
                rows.addAll(
                        handle.createQuery("SELECT * FROM " + table).mapToMap().list());
            }
            rows.forEach(row -> row.remove("fingerprint"));
            return rows;
        });
    }
}
