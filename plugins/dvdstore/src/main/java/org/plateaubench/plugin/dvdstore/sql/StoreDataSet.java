// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Words;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.DatabaseDescription;
import org.plateaubench.process.database.MarkerTable;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;

/** The store's data in one database. Holds no connection between calls. */
public final class StoreDataSet extends MarkedDataSet {
    /** Time limit of a single statement, such as creating an index over a large table. */
    private static final Duration SOCKET_TIMEOUT = Duration.ofHours(2);

    /** Version of tables and row functions. */
    private static final int LAYOUT = 1;

    private static final long MEBIBYTE = 1_048_576;

    private final SutAddress sut;
    private final StoreOptions options;
    private final StoreSize size;
    private final List<StoreNumber> stores;
    private final long dataSeed;
    private boolean isUsed;

    /** Creates the data set of this size in a SUT, in a schema that is empty or Plateau's, for one user. */
    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed) {
        this(sut, size, dataSeed, StoreOptions.USUAL);
    }

    /** Creates the data set. */
    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed, StoreOptions options) {
        this.sut = sut;
        this.size = size;
        this.dataSeed = dataSeed;
        this.options = options;
        this.stores = stores(options.stores());
    }

    /** Returns the data set for a schema that may hold other tables if it has this name; empty for none. */
    public StoreDataSet adopting(String schema) {
        return new StoreDataSet(sut, size, dataSeed, options.adopting(schema));
    }

    /** Returns the data set for this number of users at once. */
    public StoreDataSet forUsers(int count) {
        return new StoreDataSet(sut, size, dataSeed, options.forUsers(count));
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws Exception {
        isUsed = true;
        super.prepare(policy, progress);
    }

    @Override
    public void resume(Map<String, String> baseline) {
        isUsed = true;
        super.resume(baseline);
    }

    /** Restores adopted stores after the comparison, which has more time than {@link #close}. */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        List<Reconciliation> rows = super.reconcile(sent);
        close();
        return rows;
    }

    /** Restores adopted stores after a run that was not compared. */
    @Override
    public void close() throws Exception {
        if (isUsed && options.isOriginal()) {
            clear(Progress.SILENT);
            isUsed = false;
        }
    }

    /** Returns the stores of a schema that holds this number of them. */
    public static List<StoreNumber> stores(int count) {
        return count == 1
                ? List.of(StoreNumber.ONLY)
                : IntStream.rangeClosed(1, count).mapToObj(StoreNumber::new).toList();
    }

    @Override
    protected List<Finding> reach() throws InterruptedException {
        return DatabaseReach.findings(sut, options.patience());
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws SQLException, InterruptedException {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(inAdvance ? options.patience() : SOCKET_TIMEOUT);
        if (!inAdvance) {
            Sql.execute(connection, connector.dialect().upkeepSettings());
        }
        return options.isOriginal()
                ? new OriginalStore(connector, connection, size, options.adopt(), options.stores(), options.users())
                : new Session(connector, connection);
    }

    @Override
    public List<SutIncarnation> incarnations() throws SQLException, InterruptedException {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(SOCKET_TIMEOUT);
        try {
            return DatabaseDescription.incarnations(connection, connector.place());
        } finally {
            Connections.close(connection);
        }
    }

    /**
     * Returns the stores of a schema that the scripts of the original have built.
     *
     * @throws SQLException when it does not have this many
     */
    public static List<StoreNumber> originals(Connection connection, int count) throws SQLException {
        List<StoreNumber> found = OriginalStore.stores(connection, count);
        if (found.isEmpty()) {
            throw new SQLException("the schema does not have " + count + " stores of the original");
        }
        return found;
    }

    /** Reads the words to search for in a store of the original. */
    public static Words words(Connection connection, StoreNumber store) throws SQLException {
        return OriginalStore.words(connection, store);
    }

    /** The store in the schema of one connection. */
    private final class Session implements MarkedData {
        private final Connector connector;
        private final Dialect dialect;
        private final Connection connection;
        private final StoreRows rows = new StoreRows(size, dataSeed);
        private final List<StoreLoader> loaders;
        /** The stores of this run, and those of an earlier load, which are removed with it. */
        private final Set<StoreNumber> present = new LinkedHashSet<>(stores);
        /** Whether these stores may have reviews. */
        private boolean presentReviewed = size.reviewed();

        Session(Connector connector, Connection connection) {
            this.connector = connector;
            this.dialect = connector.dialect();
            this.connection = connection;
            this.loaders = stores.stream()
                    .map(store -> new StoreLoader(connector, connection, rows, store))
                    .toList();
        }

        @Override
        public DataMarker wanted() {
            return DataMarker.of(dataSeed)
                    .with("layout", LAYOUT)
                    .with("size", size)
                    .with(StoreMarker.MODE, StoreMarker.mode(size.reviewed()))
                    .with(StoreMarker.STORES, stores.size());
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws SQLException {
            Optional<DataMarker> found = StoreMarker.table(connection, dialect).read();
            found.filter(marker -> !marker.value(StoreMarker.STORES).isEmpty()).ifPresent(marker -> {
                present.addAll(stores(StoreMarker.stores(marker)));
                presentReviewed |= StoreMarker.isReviewed(marker);
            });
            return Map.of(connector.place(), found);
        }

        @Override
        public void mark(DataMarker marker) throws SQLException {
            boolean isRemoval = marker.state() == DataMarker.State.CLEARING;
            int most = present.stream().mapToInt(StoreNumber::number).max().orElse(1);
            StoreMarker.table(connection, dialect)
                    .write(
                            isRemoval
                                    ? marker.with(StoreMarker.MODE, StoreMarker.mode(presentReviewed))
                                            .with(StoreMarker.STORES, Math.max(1, most))
                                    : marker);
            if (marker.isLoaded()) {
                for (StoreLoader loader : loaders) {
                    loader.forgetRanges();
                }
                if (options.byProcedure()) {
                    Sql.execute(
                            connection,
                            stores.stream()
                                    .map(store -> store.sql(dialect.createProcedure()))
                                    .toList());
                }
            }
        }

        @Override
        public void unmark() throws SQLException {
            StoreMarker.table(connection, dialect).drop();
        }

        @Override
        public boolean continuesLoad() throws SQLException {
            for (StoreLoader loader : loaders) {
                if (!loader.continuesLoad()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void load(Progress progress) throws SQLException, InterruptedException {
            for (StoreLoader loader : loaders) {
                loader.load(progress);
            }
        }

        @Override
        public boolean restore(Progress progress) throws SQLException, InterruptedException {
            for (StoreLoader loader : loaders) {
                loader.restore(progress);
            }
            return true;
        }

        @Override
        public void clear(Progress progress) throws SQLException, InterruptedException {
            for (StoreNumber store : present) {
                new StoreLoader(connector, connection, rows, store).clear(presentReviewed);
            }
        }

        /** PostgreSQL removes all in one transaction; H2 and MariaDB commit before each table that they drop. */
        @Override
        public void remove(Step removal) throws Exception {
            connection.setAutoCommit(false);
            try {
                removal.run();
                connection.commit();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }

        /**
         * Checks the rights and settings of the server, the memory of one that keeps its data there, and, in a loaded store,
         * the indexes: without them it gives the same answers slowly or, for some full-text indexes, none.
         */
        @Override
        public List<Finding> inspect(List<Task> tasks) throws SQLException {
            Change change = Change.of(tasks.getFirst().work());
            List<Finding> findings = new ArrayList<>();
            if (options.byProcedure() && dialect.createProcedure().isEmpty()) {
                findings.add(Finding.problem(
                                dialect.database() + " has no stored procedures of the store.",
                                "Use PostgreSQL or MariaDB, or leave out 'procedures'.")
                        .about("procedures"));
            }
            if (change == Change.DROP) {
                tooLarge().ifPresent(findings::add);
            }
            findings.addAll(dialect.findings(connection, options.users(), change));
            if (change != Change.DROP) {
                for (StoreNumber store : stores) {
                    findings.addAll(missing(store));
                }
                findings.addAll(dialect.unusableIndexes(connection));
            }
            return findings;
        }

        /** Checks the memory: a server that runs out of memory during a load ends, with a less clear message. */
        private Optional<Finding> tooLarge() {
            String memory = sut.properties().get("memoryMebibytes");
            long needed = stores.size() * dialect.memoryNeeded(size) / MEBIBYTE;
            if (memory == null || Long.parseLong(memory) >= needed) {
                return Optional.empty();
            }
            return Optional.of(Finding.problem(
                    "A store of size " + size + " needs about " + needed + " MiB in memory, and SUT " + sut.name()
                            + " has " + memory + " MiB.",
                    "Give the SUT 'heapMebibytes: " + needed + "', or 'storage: file'."));
        }

        private List<Finding> missing(StoreNumber store) throws SQLException {
            Set<String> names = new SchemaContent(connection).names(store);
            Set<String> missing = new TreeSet<>();
            dialect.textIndexTables().forEach(table -> missing.add(store.named(table)));
            for (Table table : Table.of(size)) {
                missing.add(store.named(table.sqlName()));
            }
            missing.removeAll(names);
            if (!missing.isEmpty()) {
                return List.of(Finding.problem(
                        "Tables of the store are missing: " + String.join(", ", missing) + ".",
                        "Set 'data: reload' to load it again."));
            }
            List<Finding> findings = new ArrayList<>();
            for (String statement : store.sql(Schema.createIndexes(dialect, size))) {
                String created = SchemaContent.created(statement);
                if (!created.isEmpty() && !names.contains(created)) {
                    findings.add(Finding.problem(
                            created + " of the store is missing.", "Run '" + statement + "', or set 'data: reload'."));
                }
            }
            return findings;
        }

        /** No object of another program is changed or dropped, also in a schema that is adopted by its name. */
        @Override
        public List<Finding> foreign(List<Task> tasks) throws SQLException {
            String adopt = options.adopt();
            boolean isOwn = tasks.getFirst().marker().isPresent();
            Change change = Change.of(tasks.getFirst().work());
            SchemaContent content = new SchemaContent(connection);
            String found = content.schema();
            if (!adopt.isEmpty() && !content.isSchema(adopt)) {
                return List.of(Finding.problem(
                                "The schema to adopt is " + adopt + ", and the one at " + connector.place() + " is "
                                        + found + ".",
                                "Correct 'adopt', or the url of the SUT.")
                        .about("adopt"));
            }
            if (isOwn
                    && !tasks.getFirst()
                            .marker()
                            .get()
                            .value(OriginalStore.ADOPTED)
                            .isEmpty()) {
                return List.of(Finding.problem(
                        "The schema " + found + " holds a store of the original, which an interrupted run has adopted.",
                        "Run with 'fidelity: compat' and 'adopt: " + found + "', after which it is restored."));
            }
            OwnTables own = tables();
            List<String> foreign = own.foreign(change, isOwn);
            Set<String> tables = content.tables();
            if (!isOwn && adopt.isEmpty() && !tables.isEmpty()) {
                return List.of(Finding.problem(
                        "The schema at " + connector.place() + " holds tables that are not Plateau's, such as "
                                + tables.iterator().next() + ", and is left unchanged.",
                        "Name a database or schema that is empty"
                                + (foreign.isEmpty()
                                        ? ", or create the store beside these tables with the parameter 'adopt: "
                                                + found + "'."
                                        : ": in this one the store would collide with " + OwnTables.named(foreign)
                                                + ".")));
            }
            if (!foreign.isEmpty()) {
                return List.of(Finding.problem(
                        "The schema " + found + " at " + connector.place()
                                + " holds objects that are not Plateau's and that"
                                + " the store would change, drop or collide with: " + OwnTables.named(foreign)
                                + ". Nothing was changed.",
                        isOwn
                                ? "Drop or move these objects, or name another database or schema."
                                : "Name a database or schema that is empty."));
            }
            if (!isOwn && !tables.isEmpty()) {
                return List.of(Finding.note("The schema " + found + " is adopted; the store is created beside its "
                        + tables.size() + " tables, which stay unchanged."));
            }
            String hidden = isOwn && change != Change.WRITE ? own.hidden() : "";
            return hidden.isEmpty() ? List.of() : List.of(Finding.note(hidden));
        }

        private OwnTables tables() throws SQLException {
            Map<String, Set<String>> columns = new HashMap<>();
            columns.put(StoreMarker.NAME, MarkerTable.COLUMNS);
            for (StoreNumber store : present) {
                columns.put(store.named(StoreLoader.LEDGER), StoreLoader.LEDGER_COLUMNS);
                for (Table table : Table.of(presentReviewed)) {
                    columns.put(
                            store.named(table.sqlName()), Set.of(table.columns().split(", ")));
                }
                dialect.textIndexTables().forEach(table -> columns.put(store.named(table), Set.of()));
            }
            return new OwnTables(connection, columns);
        }

        @Override
        public List<Finding> check(boolean isFresh) throws SQLException, InterruptedException {
            List<Finding> findings = new ArrayList<>();
            for (StoreNumber store : stores) {
                findings.addAll(new Verification(connection, dialect, rows, store).findings());
            }
            return findings;
        }

        @Override
        public DataDescription describe() throws SQLException {
            return DatabaseDescription.of(connection);
        }

        @Override
        public Map<String, String> count() throws SQLException {
            return Reconciler.totals(connection, size, stores);
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws SQLException {
            return new Reconciler(connection, size, stores, before, sent).rows(options.countsStock());
        }

        @Override
        public void close() {
            try {
                Connections.close(connection);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
