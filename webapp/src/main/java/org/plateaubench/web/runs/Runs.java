// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunLookup;
import org.plateaubench.web.http.RunsChanged;

/** The room of the runs. Any thread. */
public final class Runs implements Routes, AutoCloseable {
    private final RunFolders folders;
    private final RunIndexer indexer;
    private final RunWatch watch;
    private final RunChanges changes;
    private final List<Routes> routes;

    /**
     * Opens the catalog of a folder of runs; nothing is read before {@link #start}.
     *
     * @param runs folder of all runs; made when absent
     * @param database holds the index
     * @param clock time of day
     * @throws IOException when the folder cannot be made
     */
    public Runs(Path runs, Database database, InstantSource clock) throws IOException {
        Files.createDirectories(runs);
        folders = new RunFolders(runs);
        RunCatalog catalog = new RunCatalog(database);
        indexer = new RunIndexer(folders, catalog, new RowReader(clock));
        watch = new RunWatch(folders, indexer, clock);
        changes = new RunChanges(folders, indexer);
        routes = List.of(
                new RunRoutes(catalog, folders, changes), new RunFileRoutes(folders), new CatalogRoutes(catalog, this));
    }

    /** Begins to follow the folder of runs, in a thread of its own. */
    public Runs start() {
        changes.removeLeftovers();
        watch.start();
        return this;
    }

    /** Finds runs for other rooms. */
    public RunLookup lookup() {
        return folders;
    }

    /** Tells a listener of every change from now on. */
    public Runs listen(RunsChanged listener) {
        indexer.listen(listener);
        return this;
    }

    /**
     * Says of a run who started it, and what was said of it before it began.
     *
     * @param id its id
     * @param startedBy account
     * @param tags tags
     * @param note note
     */
    public void begun(String id, String startedBy, List<String> tags, String note) {
        changes.begun(id, startedBy, tags, note);
    }

    /**
     * Reads every run again, whether or not it changed, and forgets those that are gone. The list is never empty
     * meanwhile.
     *
     * @param watcher is told how far it is
     * @throws IOException when the folder of runs cannot be read
     */
    public void rebuild(Consumer<Progress> watcher) throws IOException {
        indexer.sweep(true, watcher);
    }

    /** How far the present look at all runs is. */
    public Progress progress() {
        return indexer.progress();
    }

    @Override
    public void addTo(RouteTable table) {
        routes.forEach(room -> room.addTo(table));
    }

    @Override
    public void close() {
        watch.close();
    }
}
