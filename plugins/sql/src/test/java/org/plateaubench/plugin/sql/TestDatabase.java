// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.tools.Server;
import org.plateaubench.api.SutAddress;

/** Databases for tests: each is an H2 in memory, behind one real server of this JVM. */
record TestDatabase(SutAddress address) {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Server SERVER = startServer();

    private static Server startServer() {
        try {
            return Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists")
                    .start();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Creates an empty database. */
    static TestDatabase create() {
        return at(SERVER.getPort(), "store" + COUNT.incrementAndGet());
    }

    static int port() {
        return SERVER.getPort();
    }

    static TestDatabase at(int port, String name) {
        String url = "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:" + name + ";DB_CLOSE_DELAY=-1";
        return new TestDatabase(
                new SutAddress("db", "h2", Map.of("url", url, "user", "shop", "password", "open sesame")));
    }

    String url() {
        return address.property("url");
    }

    Connection open() throws SQLException {
        return DriverManager.getConnection(url(), address.property("user"), address.property("password"));
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first value of a query. */
    String value(String query) throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            return found.next() ? String.valueOf(found.getString(1)) : "no row";
        }
    }
}
