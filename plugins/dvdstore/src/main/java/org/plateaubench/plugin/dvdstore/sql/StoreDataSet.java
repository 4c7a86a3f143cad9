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
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;

/** The store's data in one database. Holds no connection between calls. */
public final class StoreDataSet extends MarkedDataSet {
    /** Time in which a database must answer a simple query. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Time limit of a single statement, such as creating an index over a large table. */
    private static final Duration SOCKET_TIMEOUT = Duration.ofHours(2);

    private static final String MARKER = "plateau_dvdstore";
    /** Version of tables and row functions. */
    private static final int LAYOUT = 1;

    private static final String MODE = "mode";
    private static final String STORES = "stores";

    private static final long MEBIBYTE = 1_048_576;

    private final SutAddress sut;
    private final Options options;
    private final StoreSize size;
    private final List<StoreNumber> stores;
    private final long dataSeed;
    private boolean isUsed;

    /**
     * How the data is used.
     *
     * @param stores number of stores in the schema
     * @param adopt name of a schema that may hold other tables; empty for none
     * @param isOriginal whether the schema to adopt holds stores that the scripts of the original have built
     * @param countsStock whether the shoppers count what becomes of the stock, and no update of it is lost
     * @param byProcedure whether purchases call a stored procedure, which the data set creates
     * @param users users at the same time
     * @param patience time in which a database must answer a simple query
     */
    public record Options(
            int stores,
            String adopt,
            boolean isOriginal,
            boolean countsStock,
            boolean byProcedure,
            int users,
            Duration patience) {
        /** The options of one store for one user. */
        static final Options USUAL = of(1, false, true, false);

        /** Returns the options of stores for one user. */
        public static Options of(int stores, boolean isOriginal, boolean countsStock, boolean byProcedure) {
            return new Options(stores, "", isOriginal, countsStock, byProcedure, 1, PATIENCE);
        }
    }

    /** Creates the data set of this size in a SUT, in a schema that is empty or Plateau's, for one user. */
    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed) {
        this(sut, size, dataSeed, Options.USUAL);
    }

    /** Creates the data set. */
    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed, Options options) {
        this.sut = sut;
        this.size = size;
        this.dataSeed = dataSeed;
        this.options = options;
        this.stores = stores(options.stores());
    }

    /** Returns the data set for a schema that may hold other tables if it has this name; empty for none. */
    public StoreDataSet adopting(String schema) {
        return new StoreDataSet(
                sut,
                size,
                dataSeed,
                new Options(
                        options.stores,
                        schema,
                        options.isOriginal,
                        options.countsStock,
                        options.byProcedure,
                        options.users,
                        options.patience));
    }

    /** Returns the data set for this number of users at once. */
    public StoreDataSet forUsers(int count) {
        return new StoreDataSet(
                sut,
                size,
                dataSeed,
                new Options(
                        options.stores,
                        options.adopt,
                        options.isOriginal,
                        options.countsStock,
                        options.byProcedure,
                        count,
                        options.patience));
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

    /** Restores adopted stores after a run. */
    @Override
    public void close() throws Exception {
        if (isUsed && options.isOriginal()) {
            clear(Progress.SILENT);
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
        String url = sut.properties().get("url");
        String supported = "Supported are: " + Connector.supported() + ".";
        if (url == null) {
            return List.of(
                    Finding.problem("SUT " + sut.name() + " (" + sut.service() + ") has no JDBC URL.", supported));
        }
        if (Connector.forUrl(url).isEmpty()) {
            return List.of(Finding.problem(
                    "SUT " + sut.name() + " is a database that the DVD Store cannot use: " + url.split("[;?]", 2)[0]
                            + ".",
                    supported));
        }
        Connector connector = new Connector(sut);
        List<Finding> findings = new ArrayList<>();
        if (connector.isInProcess()) {
            findings.add(Finding.note("The database at " + connector.place()
                    + " runs inside the harness's own process: its figures say nothing about a server."));
        }
        try {
            Connection connection = connector.open(options.patience());
            try {
                findings.addAll(readable(connector, connection));
            } finally {
                Connections.close(connection);
            }
        } catch (SQLException e) {
            findings.add(unreachable(connector, e));
        }
        return findings;
    }

    private static List<Finding> readable(Connector connector, Connection connection) throws SQLException {
        try {
            marker(connection, connector.dialect()).read();
            return List.of();
        } catch (SQLException e) {
            // Most likely the user lacks the right to read it, which is then the finding.
            List<Finding> lacking = connector.dialect().rights(connection, Change.WRITE);
            return !lacking.isEmpty()
                    ? lacking
                    : List.of(Finding.problem(
                            "The database at " + connector.place() + " does not report its content: "
                                    + SqlFailure.firstLine(e.getMessage()) + ".",
                            "Check its log, and whether user " + connector.user() + " may read the schema."));
        }
    }

    private static Finding unreachable(Connector connector, SQLException failure) {
        String reason = ": " + SqlFailure.firstLine(failure.getMessage()) + ".";
        String place = "The database at " + connector.place();
        return switch (SqlFailure.of(failure)) {
            case DENIED ->
                Finding.problem(
                        place + " refuses user " + connector.user() + reason,
                        "Check user and password of the SUT in the run file, and that the user may use the database"
                                + " that its url names.");
            case TOO_MANY_CONNECTIONS ->
                Finding.problem(
                        place + " accepts no further connection" + reason,
                        "End other clients, or raise the limit that it names.");
            case CONNECTION_LOST ->
                Finding.problem(
                        place + " does not answer" + reason,
                        "Start it, or correct the url of the SUT in the run file.");
            default ->
                Finding.problem(
                        place + " refuses the connection" + reason,
                        "Create the database that the url of the SUT names, or correct the url.");
        };
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

    private static String mode(boolean reviewed) {
        return reviewed ? "ds3" : "ds2";
    }

    static MarkerTable marker(Connection connection, Dialect dialect) {
        return new MarkerTable(connection, MARKER, dialect.tableOptions());
    }

    /**
     * Returns how many runs have used the loaded state of the store, including the one that is prepared.
     *
     * @throws SQLException also when the store is not complete
     */
    public static long runNumber(Connection connection, Dialect dialect) throws SQLException {
        return loaded(connection, dialect)
                .orElseThrow(() -> new SQLException("the schema holds no loaded store"))
                .runs();
    }

    /** Returns the marker of the store; empty when it is not complete. */
    public static Optional<DataMarker> loaded(Connection connection, Dialect dialect) throws SQLException {
        return marker(connection, dialect).read().filter(DataMarker::isLoaded);
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

    /** Returns whether a marker is that of a store with reviews. */
    public static boolean isReviewed(DataMarker marker) {
        return marker.value(MODE).equals(mode(true));
    }

    /** Returns how many stores the data with a marker has. */
    public static int stores(DataMarker marker) {
        return Integer.parseInt(marker.value(STORES));
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
                    .with(MODE, mode(size.reviewed()))
                    .with(STORES, stores.size());
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws SQLException {
            Optional<DataMarker> found = marker(connection, dialect).read();
            found.filter(marker -> !marker.value(STORES).isEmpty()).ifPresent(marker -> {
                present.addAll(stores(stores(marker)));
                presentReviewed |= isReviewed(marker);
            });
            return Map.of(connector.place(), found);
        }

        @Override
        public void mark(DataMarker marker) throws SQLException {
            boolean isRemoval = marker.state() == DataMarker.State.CLEARING;
            int most = present.stream().mapToInt(StoreNumber::number).max().orElse(1);
            marker(connection, dialect)
                    .write(
                            isRemoval
                                    ? marker.with(MODE, mode(presentReviewed)).with(STORES, Math.max(1, most))
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
            marker(connection, dialect).drop();
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
            columns.put(MARKER, MarkerTable.COLUMNS);
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
