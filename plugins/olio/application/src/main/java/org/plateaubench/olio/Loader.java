// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.plateaubench.olio.ChunkWriter.Chunk;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.DataState;
import org.plateaubench.plugin.olio.data.DataState.ForeignObjects;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.MarkerTable;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;

/**
 * Loads, resets, counts and removes the data, and reports its progress. The harness decides which of these is done, and
 * what the marker of the data contains. Thread-safe; one operation at a time.
 */
final class Loader {
    static final String MARKER = "olio_plateau_marker";
    static final String LEDGER = "olio_plateau_loaded";

    /** Value of the marker: the first day of loaded events. */
    private static final String DAY = "day";

    private static final String EVENT_TOTALS = "UPDATE olio_event SET"
            + " score_total = (SELECT COALESCE(SUM(c.rating), 0) FROM olio_comment c"
            + " WHERE c.event_id = olio_event.id AND c.id <= ?),"
            + " votes = (SELECT COUNT(*) FROM olio_comment c WHERE c.event_id = olio_event.id AND c.id <= ?)"
            + " WHERE id IN (SELECT c.event_id FROM olio_comment c WHERE c.id > ?)";
    private static final String TAG_USES = "UPDATE olio_tag SET uses ="
            + " (SELECT COUNT(*) FROM olio_event_tag x WHERE x.tag_id = olio_tag.id AND x.event_id <= ?)"
            + " WHERE id IN (SELECT x.tag_id FROM olio_event_tag x WHERE x.event_id > ?)";

    private static final String ATTENDANCE =
            "SELECT 1 FROM " + Table.ATTENDANCE.sqlName() + " WHERE event_id = ? AND person_id = ?";

    private final Database database;
    private final int threads;
    private final LongAdder rows = new LongAdder();
    private volatile String activity = "";
    private volatile long rowsTotal;

    Loader(Database database, int threads) {
        this.database = database;
        this.threads = threads;
    }

    /** Returns the activity of the loader, as part of the state of an operation. */
    DataState state(String started, DataState.Work work, String failure) {
        return new DataState(
                started,
                work,
                failure,
                activity,
                rows.sum(),
                rowsTotal,
                marker().map(DataMarker::text).orElse(""));
    }

    /** Begins an activity; a part of it may be done already. */
    private void begin(String what, long alreadyDone, long total) {
        rows.reset();
        rows.add(alreadyDone);
        activity = what;
        rowsTotal = total;
    }

    private static MarkerTable table(Connection connection) {
        return new MarkerTable(connection, MARKER, "");
    }

    Optional<DataMarker> marker() {
        return database.execute("its marker", connection -> table(connection).read());
    }

    /** Writes the marker, and keeps the first day of an earlier one. */
    void mark(DataMarker wanted) {
        database.transaction("writing the marker", connection -> {
            MarkerTable table = table(connection);
            String day = table.read().map(marker -> marker.value(DAY)).orElse("");
            table.write(day.isEmpty() ? wanted : wanted.with(DAY, day));
            return wanted;
        });
    }

    /** Returns the objects of other programs that the change would affect, and the limits of that check. */
    ForeignObjects foreign(Change change) {
        return database.execute("looking for objects of other programs", connection -> {
            Map<String, Set<String>> columns = new HashMap<>(Table.columnsOfTables());
            columns.put(MARKER, MarkerTable.COLUMNS);
            columns.put(LEDGER, Set.of("part", "first_row"));
            OwnTables own = new OwnTables(connection, columns);
            boolean isMarked = table(connection).read().isPresent();
            return new ForeignObjects(
                    OwnTables.listNames(own.foreign(change, isMarked)),
                    isMarked && change != Change.WRITE ? own.hidden() : "");
        });
    }

    /**
     * Loads the missing data, whose marker has been written; continues an interrupted load.
     *
     * @param today first day of events, if nothing is loaded
     */
    void load(Scale scale, long seed, LocalDate today) throws SQLException, InterruptedException {
        DataMarker marker = marked();
        if (marker.value(DAY).isEmpty()) {
            marker = marker.with(DAY, today);
            mark(marker);
        }
        Set<Chunk> loaded = database.execute("what is loaded", Loader::loaded);
        for (Table table : Table.values()) {
            execute(table.create(database.dialect()));
        }
        Counts wanted = new Population(scale, seed).counts();
        List<Chunk> left = new ArrayList<>(Chunk.all(scale));
        left.removeAll(loaded);
        begin("loading", loaded.isEmpty() ? 0 : counts().total(), wanted.total());
        write(left, new ChunkWriter(scale, seed, LocalDate.parse(marker.value(DAY))));
        begin("creating indexes", 0, 0);
        Table.indexes(database.dialect()).forEach(this::execute);
        restartNumbers(wanted);
        begin("gathering statistics", 0, 0);
        execute(database.dialect().afterLoad(Table.sqlNames()));
    }

    private DataMarker marked() throws SQLException {
        return marker().orElseThrow(() -> new SQLException("there is no data of Plateau"));
    }

    static Set<Chunk> loaded(Connection connection) throws SQLException {
        Sql.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + LEDGER
                        + " (part VARCHAR(20) NOT NULL, first_row INTEGER NOT NULL, PRIMARY KEY (part, first_row))");
        return Set.copyOf(Sql.list(
                connection,
                "SELECT part, first_row FROM " + LEDGER,
                row -> new Chunk(Chunk.Part.valueOf(row.getString(1)), row.getInt(2))));
    }

    private void write(List<Chunk> left, ChunkWriter writer) throws SQLException, InterruptedException {
        try (ExecutorService workers = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("load-", 0).daemon().factory())) {
            List<Future<?>> work = new ArrayList<>();
            for (Chunk chunk : left) {
                work.add(workers.submit(() -> write(chunk, writer)));
            }
            try {
                for (Future<?> future : work) {
                    future.get();
                }
            } catch (ExecutionException e) {
                throw new SQLException("loading failed: " + e.getCause(), e.getCause());
            } finally {
                // Without an interrupt, which would close the file of an embedded database.
                work.forEach(future -> future.cancel(false));
            }
        }
    }

    private void write(Chunk chunk, ChunkWriter writer) {
        rows.add(database.transaction("loading", connection -> {
            Sql.write(
                    connection,
                    "INSERT INTO " + LEDGER + " (part, first_row) VALUES (?, ?)",
                    chunk.part().name(),
                    chunk.first());
            return writer.write(chunk, connection);
        }));
    }

    /** Sets the next numbers of the database to those after the loaded rows. */
    private void restartNumbers(Counts loaded) {
        restart(Table.ADDRESS, loaded.addresses());
        restart(Table.PERSON, loaded.users());
        restart(Table.EVENT, loaded.events());
        restart(Table.TAG, loaded.tags());
        restart(Table.COMMENT, loaded.comments());
    }

    private void restart(Table table, long last) {
        execute(database.dialect().restartIdentity(table.sqlName(), last + 1));
    }

    private void execute(String sql) {
        database.execute("'" + sql + "'", connection -> {
            Sql.execute(connection, sql);
            return true;
        });
    }

    /** Removes the rows that the site has written since the load. */
    void reset() throws SQLException {
        Counts loaded = DataState.population(marked()).counts();
        begin("removing added rows", 0, 0);
        database.transaction("resetting the data", connection -> {
            removeAdded(connection, loaded);
            return true;
        });
        restartNumbers(loaded);
    }

    private static void removeAdded(Connection connection, Counts loaded) throws SQLException {
        long events = loaded.events();
        long comments = loaded.comments();
        Sql.write(connection, EVENT_TOTALS, comments, comments, comments);
        Sql.write(connection, TAG_USES, events, events);
        delete(connection, Table.COMMENT, "id > ? OR event_id > ?", comments, events);
        delete(connection, Table.EVENT_TAG, "event_id > ?", events);
        delete(connection, Table.ATTENDANCE, "origin <> ? OR event_id > ?", Table.LOADED, events);
        delete(connection, Table.EVENT, "id > ?", events);
        delete(connection, Table.PERSON, "id > ?", loaded.users());
        delete(connection, Table.ADDRESS, "id > ?", loaded.addresses());
        delete(connection, Table.TAG, "id > ?", loaded.tags());
    }

    private static void delete(Connection connection, Table table, String condition, Object... parameters)
            throws SQLException {
        Sql.write(connection, "DELETE FROM " + table.sqlName() + " WHERE " + condition, parameters);
    }

    /**
     * Removes the data and at the end its marker: with PostgreSQL in one transaction, whereas H2 and MariaDB commit
     * before each dropped table.
     */
    void clear() {
        begin("removing the data", 0, 0);
        database.transaction("removing the data", connection -> {
            for (String table : Table.sqlNames()) {
                Sql.execute(connection, "DROP TABLE IF EXISTS " + table + " RESTRICT");
            }
            Sql.execute(connection, "DROP TABLE IF EXISTS " + LEDGER);
            table(connection).drop();
            return true;
        });
    }

    Counts counts() {
        return database.execute(
                "counting",
                connection -> new Counts(
                        count(connection, Table.PERSON),
                        count(connection, Table.ADDRESS),
                        count(connection, Table.FRIENDSHIP),
                        count(connection, Table.TAG),
                        count(connection, Table.EVENT),
                        count(connection, Table.EVENT_TAG),
                        count(connection, Table.ATTENDANCE),
                        count(connection, Table.COMMENT)));
    }

    private static long count(Connection connection, Table table) throws SQLException {
        return Sql.number(connection, "SELECT COUNT(*) FROM " + table.sqlName());
    }

    /** Returns how many of these objects exist; each must be named once. */
    long countExisting(ConfirmedKind kind, List<Long> identities) {
        return database.execute("looking for " + kind.title(), connection -> {
            long found = 0;
            for (long identity : identities) {
                found += exists(connection, kind, identity) ? 1 : 0;
            }
            return found;
        });
    }

    private static boolean exists(Connection connection, ConfirmedKind kind, long identity) throws SQLException {
        return switch (kind) {
            case PERSONS -> exists(connection, byNumber(Table.PERSON), identity);
            case EVENTS -> exists(connection, byNumber(Table.EVENT), identity);
            case ATTENDANCES ->
                exists(connection, ATTENDANCE, ConfirmedKind.event(identity), ConfirmedKind.person(identity));
        };
    }

    private static String byNumber(Table table) {
        return "SELECT 1 FROM " + table.sqlName() + " WHERE id = ?";
    }

    private static boolean exists(Connection connection, String query, Object... keys) throws SQLException {
        return Sql.first(connection, query, row -> true, keys).isPresent();
    }
}
