// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.plateaubench.plugin.dvdstore.sql.Dialects;
import org.plateaubench.plugin.dvdstore.sql.JdbcStore;
import org.plateaubench.plugin.dvdstore.sql.StoreMarker;
import org.plateaubench.plugin.dvdstore.sql.StoreSettings;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.SqlFailure;

/** The connections to the database, each with statements that are prepared once. Thread-safe. */
final class StorePool implements AutoCloseable {
    private static final Duration SOCKET_TIMEOUT = Duration.ofMinutes(10);
    private static final long WAIT_MILLIS = 10_000;
    private static final int MAX_RETRIES = 5;
    private static final int PAUSE_MILLIS = 20;

    private final Connector connector;
    private final HikariDataSource pool;
    private final Map<Connection, Map<StoreSettings, JdbcStore>> prepared = new ConcurrentHashMap<>();
    private volatile Optional<DataMarker> marker = Optional.empty();

    /** Connects; throws a {@link RuntimeException} of the pool when the database cannot be reached. */
    StorePool(Connector connector, int connections) {
        this.connector = connector;
        HikariConfig config = new HikariConfig();
        config.setPoolName("store");
        config.setDataSource(new PooledDatabase());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setConnectionTimeout(WAIT_MILLIS);
        pool = new HikariDataSource(config);
    }

    @FunctionalInterface
    interface Work<T> {
        T run(JdbcStore store) throws SQLException;
    }

    /** Returns the marker of the loaded data, as of the last {@link #refresh}. */
    Optional<DataMarker> marker() {
        return marker;
    }

    /** Reads the marker. If it has changed, statements that were prepared for the earlier data are discarded. */
    void refresh() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Optional<DataMarker> found = StoreMarker.loaded(connection, connector.database());
            synchronized (this) {
                if (!found.equals(marker)) {
                    marker = found;
                    prepared.clear();
                    pool.getHikariPoolMXBean().softEvictConnections();
                }
            }
        }
    }

    /** Executes work, and repeats it after a deadlock or a lock timeout. */
    <T> T execute(StoreSettings settings, Work<T> work) throws SQLException, InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                return executeOnce(settings, work);
            } catch (SQLException e) {
                if (failures > MAX_RETRIES || !SqlFailure.of(e).isRetryable()) {
                    throw e;
                }
            }
            Thread.sleep(ThreadLocalRandom.current().nextInt(PAUSE_MILLIS * failures + 1));
        }
    }

    private <T> T executeOnce(StoreSettings settings, Work<T> work) throws SQLException {
        try (Connection pooled = pool.getConnection()) {
            Connection connection = pooled.unwrap(Connection.class);
            boolean isUsable = false;
            try {
                T answer = work.run(store(connection, settings));
                isUsable = !connection.isClosed();
                return answer;
            } catch (SQLException e) {
                isUsable = SqlFailure.of(e) != SqlFailure.CONNECTION_LOST && !connection.isClosed();
                throw e;
            } finally {
                if (!isUsable) {
                    prepared.remove(connection);
                    pool.evictConnection(pooled);
                }
            }
        }
    }

    private JdbcStore store(Connection connection, StoreSettings settings) throws SQLException {
        // Only the borrower of the connection uses its statements.
        Map<StoreSettings, JdbcStore> ofConnection = prepared.computeIfAbsent(connection, any -> new HashMap<>());
        JdbcStore store = ofConnection.get(settings);
        if (store == null) {
            store = new JdbcStore(connection, Dialects.of(connector.database()), settings);
            ofConnection.put(settings, store);
        }
        return store;
    }

    @Override
    public void close() {
        pool.close();
    }

    /** Opens connections with the settings that users without the application have. */
    private final class PooledDatabase implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            try {
                prepared.keySet().removeIf(PooledDatabase::isClosed);
                return connector.open(SOCKET_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted while connecting", "08001", e);
            }
        }

        private static boolean isClosed(Connection connection) {
            try {
                return connection.isClosed();
            } catch (SQLException e) {
                return true;
            }
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            throw new SQLFeatureNotSupportedException("another user");
        }

        @Override
        public PrintWriter getLogWriter() throws SQLException {
            throw new SQLFeatureNotSupportedException("a log");
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger("");
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLFeatureNotSupportedException(type.getName());
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
