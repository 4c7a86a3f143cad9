// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;
import org.plateaubench.web.database.Databases;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunReading;
import org.plateaubench.web.http.RunsChanged;

/** The room of the runs. Any thread. */
public final class Runs implements Routes, AutoCloseable {
    private final RunFolders folders;
    private final RunIndexer indexer;
    private final RunWatch watch;
    private final RunChanges changes;
    private final Retention retention;
    private final List<Routes> routes;

    /**
     * Opens the catalog of a folder of runs; nothing is read before {@link #start}.
     *
     * @param runs folder of all runs; made when absent
     * @param databases hold the index, and in the records how many runs are kept
     * @param journal gets every run that is not kept
     * @param clock time of day
     * @throws IOException when the folder cannot be made
     */
    public Runs(Path runs, Databases databases, Journal journal, InstantSource clock) throws IOException {
        Files.createDirectories(runs);
        folders = new RunFolders(runs);
        RunCatalog catalog = new RunCatalog(databases.catalog());
        indexer = new RunIndexer(folders, catalog, new RowReader(clock));
        watch = new RunWatch(folders, indexer, clock);
        changes = new RunChanges(folders, indexer);
        retention = new Retention(
                new RunInventory(folders),
                changes,
                new RetentionStore(databases.records().jdbi()),
                journal,
                clock);
        routes = List.of(
                new RunRoutes(catalog, folders, changes),
                new RunFileRoutes(folders),
                new CatalogRoutes(catalog, this),
                new RetentionRoutes(retention, clock));
    }

    /** Begins to follow the folder of runs, in a thread of its own. */
    public Runs start() {
        changes.removeLeftovers();
        watch.start();
        retention.start();
        return this;
    }

    /** Says in records that were made of a backup that they were: no run goes for a day. */
    public static void restored(Jdbi jdbi, Instant now) {
        RetentionStore.waitUntil(jdbi, now.plus(Retention.AFTER_RESTORE));
    }

    /** Finds runs for other rooms. */
    public RunReading lookup() {
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
        retention.close();
        watch.close();
    }
}
