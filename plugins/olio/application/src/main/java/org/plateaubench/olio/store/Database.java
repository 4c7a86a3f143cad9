// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/** The pool of connections to the one database. Any thread. */
public final class Database implements AutoCloseable {
    /** Longest wait for a connection; a request beyond it fails, since the database is too slow. */
    private static final long WAIT_MILLIS = 10_000;

    private final Dialect dialect;
    private final HikariDataSource pool;
    private final int connections;

    /** Connects; throws a {@link RuntimeException} of the pool when the database cannot be reached. */
    public Database(DatabaseSettings settings) {
        this.dialect = Dialect.of(settings.url());
        this.connections = settings.connections();
        HikariConfig config = new HikariConfig();
        config.setPoolName("olio");
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setConnectionTimeout(WAIT_MILLIS);
        config.setConnectionInitSql(dialect.initialStatement());
        dialect.driverSettings().forEach(config::addDataSourceProperty);
        this.pool = new HikariDataSource(config);
    }

    public Dialect dialect() {
        return dialect;
    }

    public int connections() {
        return connections;
    }

    @FunctionalInterface
    public interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    /**
     * Reads, or writes one statement.
     *
     * @param what description of the work, for the message
     */
    public <T> T ask(String what, Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException("the database failed at " + what + ": " + e.getMessage(), e);
        }
    }

    /** Writes all or nothing: nothing if the work throws, or returns a refusal. */
    public <T> T transaction(String what, Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            boolean kept = false;
            try {
                T answer = work.with(connection);
                if (!(answer instanceof WriteResult.Refused)) {
                    connection.commit();
                    kept = true;
                }
                return answer;
            } finally {
                if (!kept) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new StoreException("the database failed at " + what + ": " + e.getMessage(), e);
        }
    }

    public String product() {
        return ask(
                "reading its version",
                connection -> connection.getMetaData().getDatabaseProductName() + " "
                        + connection.getMetaData().getDatabaseProductVersion());
    }

    public int busyConnections() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    public int waitingRequests() {
        return pool.getHikariPoolMXBean().getThreadsAwaitingConnection();
    }

    @Override
    public void close() {
        pool.close();
    }

    /** The database failed; nothing was written. */
    public static final class StoreException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public StoreException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The address of the database.
     *
     * @param url JDBC URL, for H2, PostgreSQL or MariaDB
     * @param user user; empty for none
     * @param password password; empty for none
     * @param connections most connections at once, at least 1
     */
    public record DatabaseSettings(String url, String user, String password, int connections) {
        private static final int BYTES_PER_KIBIBYTE = 1024;

        /** The cache of the database is a quarter of the heap. */
        private static final int CACHE_PART = 4;

        /** Returns the configured database; without an address an H2 database in the application's folder. */
        public static DatabaseSettings of(ApplicationSettings settings) {
            return settings.databaseUrl().isEmpty()
                    ? new DatabaseSettings(ownUrl(settings.folder()), "olio", "", settings.connections())
                    : new DatabaseSettings(
                            settings.databaseUrl(),
                            settings.databaseUser(),
                            settings.databasePassword(),
                            settings.connections());
        }

        private static String ownUrl(String folder) {
            if (folder.indexOf(';') >= 0) {
                throw new IllegalArgumentException("a semicolon in the folder would begin a setting of H2: " + folder);
            }
            // H2 requires an explicit mark for a relative path.
            String place = Path.of(folder).isAbsolute() ? folder : "./" + folder;
            long cacheKibibytes = Runtime.getRuntime().maxMemory() / CACHE_PART / BYTES_PER_KIBIBYTE;
            return "jdbc:h2:file:" + place + "/olio;LOCK_TIMEOUT=10000;DB_CLOSE_ON_EXIT=FALSE;CACHE_SIZE="
                    + cacheKibibytes;
        }

        @Override
        public String toString() {
            return "DatabaseSettings[url=" + url + ", user=" + user + ", connections=" + connections + "]";
        }
    }
}
