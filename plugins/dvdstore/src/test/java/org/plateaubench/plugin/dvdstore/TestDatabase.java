// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.tools.Server;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.data.StoreDataSet;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.WorkloadContext;

/** A real H2 server on loopback with an empty database of its own, in memory. */
final class TestDatabase implements AutoCloseable {
    static final String USER = "shop";
    static final String PASSWORD = "open sesame";
    static final long DATA_SEED = 4711;

    private static final List<String> TABLES = List.of(
            "categories",
            "products",
            "inventory",
            "customers",
            "orders",
            "orderlines",
            "cust_hist",
            "reorder",
            "product_word");

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Server server;
    private final String name = "store" + COUNT.incrementAndGet();

    TestDatabase() throws SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists")
                .start();
        connect().close();
    }

    private static final class Loaded {
        private static final TestDatabase DATABASE = load();

        private static TestDatabase load() {
            try {
                TestDatabase database = new TestDatabase();
                database.data().prepare(DataPolicy.REUSE, Progress.SILENT);
                return database;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * A small store as it was loaded, shared by the test classes of this process one after the other, since loading
     * is most of what they would do. Not to be closed; whoever changes loaded rows changes them back.
     */
    static TestDatabase loaded() throws Exception {
        Loaded.DATABASE.data().prepare(DataPolicy.RESET, Progress.SILENT);
        return Loaded.DATABASE;
    }

    /** The small store in this database. */
    DataSet data() {
        return data(StoreSize.SMALL, DATA_SEED);
    }

    DataSet data(StoreSize size, long dataSeed) {
        return new StoreDataSet(address(), size, dataSeed);
    }

    int port() {
        return server.getPort();
    }

    String url() {
        return url(port());
    }

    String url(int port) {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:" + name + ";DB_CLOSE_DELAY=-1";
    }

    SutAddress address() {
        return address(url());
    }

    static SutAddress address(String url) {
        return new SutAddress("db", "h2", Map.of("url", url, "user", USER, "password", PASSWORD));
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, PASSWORD);
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

    /** A sum over the rows of each table, in any order, that no other rows are likely to have. */
    Map<String, String> checksums() throws SQLException {
        Map<String, String> sums = new TreeMap<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
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
        return new DvdStoreParameters(StoreSize.SMALL, DvdStoreParameters.Mode.DS2, 20, 3, 5, 5, restock, 5, "");
    }

    WorkloadContext<DvdStoreParameters> context(DvdStoreParameters parameters) {
        return context(parameters, address());
    }

    static WorkloadContext<DvdStoreParameters> context(DvdStoreParameters parameters, SutAddress address) {
        return new WorkloadContext<>(1, "store", parameters, address, 8, DATA_SEED);
    }

    /** Ends the server as if its process were killed. */
    void kill() {
        server.stop();
    }

    @Override
    public void close() throws SQLException {
        if (server.isRunning(false)) {
            execute("SHUTDOWN IMMEDIATELY");
            server.stop();
        }
    }
}
