// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/** The pool of connections to the one database. Thread-safe. */
final class Database implements AutoCloseable {
    /** Longest wait for a connection; a request beyond it fails, since the database is too slow. */
    private static final long WAIT_MILLIS = 10_000;

    private static final int BYTES_PER_KIBIBYTE = 1024;

    /** The cache of an own database is a quarter of the heap. */
    private static final int CACHE_FRACTION = 4;

    private final Dialect dialect;
    private final HikariDataSource pool;

    /**
     * Connects to the configured database; without an address to an H2 database in the application's folder. Throws a
     * {@link RuntimeException} of the pool when the database cannot be reached.
     */
    Database(ApplicationSettings settings) {
        boolean isOwn = settings.databaseUrl().isEmpty();
        String url = isOwn ? ownUrl(settings.folder()) : settings.databaseUrl();
        this.dialect = Dialect.of(url);
        HikariConfig config = new HikariConfig();
        config.setPoolName("olio");
        config.setJdbcUrl(url);
        config.setUsername(isOwn ? "olio" : settings.databaseUser());
        config.setPassword(settings.databasePassword());
        config.setMaximumPoolSize(settings.connections());
        config.setMinimumIdle(settings.connections());
        config.setConnectionTimeout(WAIT_MILLIS);
        config.setConnectionInitSql(dialect.initialStatement());
        dialect.driverSettings().forEach(config::addDataSourceProperty);
        this.pool = new HikariDataSource(config);
    }

    private static String ownUrl(String folder) {
        // H2 requires an explicit mark for a relative path.
        String place = Path.of(folder).isAbsolute() ? folder : "./" + folder;
        long cacheKibibytes = Runtime.getRuntime().maxMemory() / CACHE_FRACTION / BYTES_PER_KIBIBYTE;
        return "jdbc:h2:file:" + place + "/olio;LOCK_TIMEOUT=10000;DB_CLOSE_ON_EXIT=FALSE;CACHE_SIZE=" + cacheKibibytes;
    }

    Dialect dialect() {
        return dialect;
    }

    @FunctionalInterface
    interface Work<T> {
        T apply(Connection connection) throws SQLException;
    }

    /** Executes work in auto-commit mode; {@code what} names it in messages. */
    <T> T execute(String what, Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            return work.apply(connection);
        } catch (SQLException e) {
            throw new StoreException("the database failed at " + what + ": " + e.getMessage(), e);
        }
    }

    /** Executes work in one transaction: the pool rolls back uncommitted changes. */
    <T> T transaction(String what, Work<T> work) {
        return execute(what, connection -> {
            connection.setAutoCommit(false);
            T answer = work.apply(connection);
            connection.commit();
            return answer;
        });
    }

    String product() {
        return execute(
                "reading its version",
                connection -> connection.getMetaData().getDatabaseProductName() + " "
                        + connection.getMetaData().getDatabaseProductVersion());
    }

    int busyConnections() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    int waitingRequests() {
        return pool.getHikariPoolMXBean().getThreadsAwaitingConnection();
    }

    @Override
    public void close() {
        pool.close();
    }

    /** The database failed; nothing was written. */
    static final class StoreException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final int MARIADB_DUPLICATE = 1062;

        StoreException(String message, SQLException cause) {
            super(message, cause);
        }

        /** Returns whether a row was refused because its key exists. */
        boolean isDuplicate() {
            // PostgreSQL and H2 have a separate SQL state for a duplicate; MariaDB has one state for all constraints.
            return getCause() instanceof SQLException failure
                    && ("23505".equals(failure.getSQLState()) || failure.getErrorCode() == MARIADB_DUPLICATE);
        }
    }
}
