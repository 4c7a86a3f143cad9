// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunChangeListener;
import org.plateaubench.web.http.RunFolders;

/** The runs of the console: catalog, files, changes, comparisons, histories and studies. Thread-safe. */
public final class Runs implements Routes, AutoCloseable {
    private final RunIndexer indexer;
    private final RunWatch watch;
    private final RunChanges changes;
    private final List<Routes> routes;

    /** Opens the catalog of a folder of runs, created when missing; nothing is read before {@link #start}. */
    public Runs(RunFolders folders, Path studies, Path data, InstantSource clock) throws IOException {
        Files.createDirectories(folders.root());
        indexer = new RunIndexer(folders, new RunCatalog(data.resolve("runs.ndjson")), clock);
        watch = new RunWatch(folders, indexer, clock);
        changes = new RunChanges(folders, indexer);
        JudgedRuns judged = new JudgedRuns(folders);
        routes = List.of(
                new RunRoutes(indexer, folders, changes, judged),
                new ComparisonRoutes(folders, judged),
                new StudyRoutes(studies, clock));
    }

    /** Starts to watch the folder of runs, in a separate thread. */
    public Runs start() {
        changes.removeLeftovers();
        watch.start();
        return this;
    }

    /** Adds a listener to every later change. */
    public Runs listen(RunChangeListener listener) {
        indexer.listen(listener);
        return this;
    }

    /** Stores who started a run, and the annotation from before it began. */
    public void runStarted(String id, String startedBy, List<String> tags, String note) {
        changes.runStarted(id, startedBy, tags, note);
    }

    @Override
    public void addTo(RouteTable table) {
        routes.forEach(route -> route.addTo(table));
    }

    @Override
    public void close() {
        watch.close();
        indexer.save();
    }
}
