// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.app.WallTime;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.web.http.RunFolders;

/** A catalog over a folder of runs, without the thread that follows it. */
final class CatalogFixture {
    /** The query for the newest runs that are not archived. */
    static final RunQuery NEWEST = new RunQuery(
            List.of(),
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            false,
            null,
            null,
            RunQuery.Sort.STARTED,
            true,
            50,
            0);

    final Path runs;
    final Path cache;
    final RunFolders folders;
    RunCatalog catalog;
    final List<String> heard = new ArrayList<>();
    Instant now = WallTime.now();

    CatalogFixture(Path folder) throws IOException {
        runs = Files.createDirectories(folder.resolve("runs"));
        cache = folder.resolve("runs.ndjson");
        folders = new RunFolders(runs);
        catalog = new RunCatalog(cache);
    }

    /** Opened anew, as after a restart of the console. */
    RunIndexer indexer() throws IOException {
        catalog = new RunCatalog(cache);
        RunIndexer indexer = new RunIndexer(folders, catalog, () -> now);
        indexer.listen((id, status, verdict) -> heard.add(id + " " + status + " " + verdict));
        return indexer;
    }

    /** What was changed until now is settled. */
    void later() {
        now = now.plusSeconds(60);
    }

    /** Ids of a list. */
    List<String> ids(RunQuery query) {
        return catalog.list(query).runs().stream().map(RunSummary::id).toList();
    }

    Map<String, Object> document(String id) {
        return Documents.parse(Documents.line(catalog.find(id).orElseThrow().run()));
    }
}
