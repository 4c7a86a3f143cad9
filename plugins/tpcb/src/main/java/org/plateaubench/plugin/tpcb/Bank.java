// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tpcb;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Connections;
import org.postgresql.Driver;

/** Opens connections to the database that holds the tables. Immutable; any thread. */
final class Bank {
    private static final Duration LOGIN_LIMIT = Duration.ofSeconds(10);
    private static final String PREFIX = "jdbc:postgresql://";

    /** Restricts the search path to the schema of the branches, so that all tables are of this one. */
    private static final String ONE_SCHEMA = "SELECT set_config('search_path', quote_ident(n.nspname), false)"
            + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.oid = to_regclass('pgbench_branches')";

    private final SutAddress sut;

    Bank(SutAddress sut) {
        this.sut = sut;
    }

    boolean isPostgres() {
        return url().startsWith(PREFIX);
    }

    private String url() {
        return sut.properties().getOrDefault("url", "");
    }

    /** Returns the address without its settings, for messages. */
    String place() {
        return url().split("\\?", 2)[0];
    }

    /**
     * Opens a connection, in autocommit mode.
     *
     * @param answerLimit longest wait for any answer; 0 for none
     */
    Connection open(Duration answerLimit) throws SQLException {
        Properties properties = Connections.login(sut);
        // The login as a whole has a limit. A socket that ever had a read time-out is polled before each later read:
        // two more system calls per answer.
        properties.setProperty("loginTimeout", Long.toString(LOGIN_LIMIT.toSeconds()));
        properties.setProperty("connectTimeout", "0");
        properties.setProperty("sslResponseTimeout", "0");
        properties.setProperty("socketTimeout", Long.toString(answerLimit.toSeconds()));
        // As with pgbench -M prepared: the server prepares every statement on first use.
        properties.setProperty("prepareThreshold", "1");
        Connection connection = new Driver().connect(url(), properties);
        if (connection == null) {
            throw new SQLException("the address is not of a PostgreSQL server", "08001");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(ONE_SCHEMA);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }
}
