// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.Dialects;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.plugin.dvdstore.sql.Table;
import org.plateaubench.process.database.Database;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.WorkloadCheck;

/**
 * A database on a real server on loopback. Each test thread has its own servers: one or two of each engine.
 */
final class TestDatabase implements AutoCloseable {
    static final long DATA_SEED = WorkloadCheck.DATA_SEED;

    private static final ThreadLocal<Map<Engine, TestDatabase>> LOADED =
            ThreadLocal.withInitial(() -> new EnumMap<>(Engine.class));
    private static final ThreadLocal<Map<Engine, TestDatabase>> SCRATCH =
            ThreadLocal.withInitial(() -> new EnumMap<>(Engine.class));

    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    private final Engine engine;
    private final SutAddress address;

    private TestDatabase(Engine engine) throws Exception {
        this.engine = engine;
        address = TestServer.start(engine);
        connect().close();
    }

    /** A database that is already running. */
    TestDatabase(Engine engine, SutAddress address) {
        this.engine = engine;
        this.address = address;
    }

    /**
     * A small store in its loaded state, shared by the test classes of this thread in turn, since loading takes most of
     * their time. Do not close it; a test that changes loaded rows must restore them.
     */
    static TestDatabase loaded(Engine engine) throws Exception {
        TestDatabase database = LOADED.get().get(engine);
        if (database == null) {
            database = new TestDatabase(engine);
            LOADED.get().put(engine, database);
        }
        database.data().prepare(DataPolicy.RESET, Progress.SILENT);
        return database;
    }

    /** An empty database. Except on H2, the next call empties the same database again. */
    static TestDatabase empty(Engine engine) throws Exception {
        if (engine == Engine.H2) {
            return new TestDatabase(engine);
        }
        TestDatabase database = SCRATCH.get().get(engine);
        if (database == null) {
            database = new TestDatabase(engine);
            SCRATCH.get().put(engine, database);
        }
        // One connection for all statements, since they may drop the database that a new one names.
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : engine.statementsToEmpty()) {
                statement.execute(sql);
            }
        }
        return database;
    }

    Engine engine() {
        return engine;
    }

    Dialect dialect() {
        return Dialects.of(Database.of(url()).orElseThrow());
    }

    /** The small store in this database. */
    DataSet data() {
        return data(StoreSize.SMALL, DATA_SEED);
    }

    DataSet data(StoreSize size, long dataSeed) {
        return new StoreDataSet(address(), size, dataSeed);
    }

    int port() {
        Matcher port = PORT.matcher(url());
        if (!port.find()) {
            throw new IllegalStateException("no port in " + url());
        }
        return Integer.parseInt(port.group(1));
    }

    String url() {
        return address.property("url");
    }

    /** The same database through another port of loopback. */
    String url(int port) {
        return PORT.matcher(url()).replaceFirst("127.0.0.1:" + port);
    }

    SutAddress address() {
        return address;
    }

    /** The same user and password at another URL. */
    SutAddress address(String url) {
        Map<String, String> properties = new HashMap<>(address.properties());
        properties.put("url", url);
        return new SutAddress(address.name(), address.service(), properties);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), address.property("user"), address.property("password"));
    }

    /** Number of sessions that wait for a lock. */
    long waitingSessions() throws SQLException {
        return number(engine.waitingQuery());
    }

    /** Number of client sessions, including the querying one. */
    long sessions() throws SQLException {
        return number(engine.sessionsQuery());
    }

    long number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Name of the schema as the database stores it; the name of the database if it has no schemas. */
    String schema() throws SQLException {
        try (Connection connection = connect()) {
            String schema = connection.getSchema();
            return schema != null ? schema : connection.getCatalog();
        }
    }

    /** A name in quotes, which keep its case. */
    String quoted(String name) throws SQLException {
        try (Connection connection = connect()) {
            String quote = connection.getMetaData().getIdentifierQuoteString();
            return quote + name + quote;
        }
    }

    /** Names of all tables, in lowercase letters. */
    Set<String> tables() throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = connect();
                ResultSet found = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), connection.getSchema(), null, null)) {
            while (found.next()) {
                if (found.getString("TABLE_TYPE").contains("TABLE")) {
                    names.add(found.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }

    /** Names of a table's indexes, in lowercase letters. */
    Set<String> indexes(String table) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = connect();
                ResultSet found = connection
                        .getMetaData()
                        .getIndexInfo(
                                connection.getCatalog(),
                                connection.getSchema(),
                                engine == Engine.H2 ? table.toUpperCase(Locale.ROOT) : table,
                                false,
                                true)) {
            while (found.next()) {
                String name = found.getString("INDEX_NAME").toLowerCase(Locale.ROOT);
                // H2 adds a number.
                names.add(name.startsWith("primary_key") ? "primary_key" : name);
            }
        }
        return names;
    }

    /** A checksum of each table that does not depend on the order of its rows. */
    Map<String, String> checksums() throws SQLException {
        List<String> tables = new ArrayList<>(dialect().textIndexTables());
        Set<String> existing = tables();
        for (Table table : Table.values()) {
            if (existing.contains(table.sqlName())) {
                tables.add(table.sqlName());
            }
        }
        Map<String, String> sums = new TreeMap<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String table : tables) {
                long count = 0;
                long sum = 0;
                try (ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
                    int columns = found.getMetaData().getColumnCount();
                    while (found.next()) {
                        long row = 17;
                        for (int i = 1; i <= columns; i++) {
                            row = row * 1_000_003
                                    + String.valueOf(found.getString(i)).hashCode();
                        }
                        sum += row * row;
                        count++;
                    }
                }
                sums.put(table, count + "/" + sum);
            }
        }
        return sums;
    }

    static DvdStoreParameters parameters(Restock restock) {
        return parameters(Map.of("restock", restock.name().toLowerCase(Locale.ROOT)));
    }

    /** The parameters of a run file with these values. */
    static DvdStoreParameters parameters(Map<String, ?> values) {
        return ParameterBinder.bind(DvdStoreParameters.class, values).required();
    }

    WorkloadContext<DvdStoreParameters> context(DvdStoreParameters parameters) {
        return context(parameters, address());
    }

    static WorkloadContext<DvdStoreParameters> context(DvdStoreParameters parameters, SutAddress address) {
        return new WorkloadContext<>(1, "store", parameters, address, 8, DATA_SEED);
    }

    /** Frees the memory of an H2 database. */
    @Override
    public void close() throws SQLException {
        if (engine == Engine.H2) {
            execute("SHUTDOWN IMMEDIATELY");
        }
    }

    /** A session with an uncommitted update. */
    Connection blocker(String update) throws SQLException {
        Connection blocker = connect();
        blocker.setAutoCommit(false);
        try (Statement statement = blocker.createStatement()) {
            statement.executeUpdate(update);
        }
        return blocker;
    }
}
