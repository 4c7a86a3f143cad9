// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * A database of the console, migrated to the present schema on opening: H2 in a file, or PostgreSQL. One console uses
 * it at a time. Any thread.
 *
 * <p>Both share one schema: H2 runs in its PostgreSQL mode. Committed data survives a crash.
 */
public final class Database implements AutoCloseable {
    private static final int CONNECTIONS = 8;
    private static final Duration LOCK_LIMIT = Duration.ofSeconds(2);
    /** SQL state of PostgreSQL when a lock was not released in time. */
    private static final String LOCKED = "55P03";

    private static final Duration LEAVING_PAUSE = Duration.ofMillis(20);
    private static final int LEAVING_LOOKS = 100;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    /** Key of the lock; any number will do in a separate database. These are the letters PLAT. */
    private static final int LOCK = 0x504c4154;

    private final HikariDataSource source;
    private final Jdbi jdbi;
    /**
     * Held as long as the database is open: the lock on a server ends with it, and an embedded database stays open with
     * it.
     */
    private Connection held;

    private final @Nullable Path setAside;
    private final CountDownLatch closed = new CountDownLatch(1);

    Database(DatabaseAddress address, Connection held, @Nullable Path setAside) {
        this.held = held;
        this.setAside = setAside;
        source = source(address);
        jdbi = Jdbi.create(source);
    }

    /**
     * Opens a PostgreSQL database.
     *
     * @throws IOException with a message for the user when it cannot be used
     */
    public static Database postgresql(DatabaseAddress address) throws IOException {
        try {
            Connection held = connect(address);
            requireOnlyConsole(address, held);
            Database database = new Database(address, held, null);
            try {
                database.migrate("The catalog " + address, EmbeddedDatabase.RECORDS, EmbeddedDatabase.CATALOG);
                return database;
            } catch (IOException | RuntimeException e) {
                database.close();
                throw e;
            }
        } catch (SQLException | RuntimeException e) {
            throw new IOException("The catalog " + address + " cannot be used: " + sentence(e), e);
        }
    }

    /** Whether it answers within two seconds of having a connection. */
    public boolean answers() {
        try (Connection connection = source.getConnection()) {
            return connection.isValid(2);
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * Makes commits durable: from now on each is in the file when it returns. Creating the tables comes before: it
     * takes many commits, and is repeated if interrupted.
     */
    static void beDurable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET WRITE_DELAY 0");
            statement.execute("CHECKPOINT SYNC");
        }
    }

    /** Opens a first connection, whose failure shows at once what is wrong. */
    static Connection connect(DatabaseAddress address) throws SQLException {
        Properties properties = new Properties();
        if (!address.user().isEmpty()) {
            properties.setProperty("user", address.user());
        }
        if (!address.password().isEmpty()) {
            properties.setProperty("password", address.password());
        }
        Driver driver = address.url().startsWith(DatabaseAddress.POSTGRESQL)
                ? new org.postgresql.Driver()
                : new org.h2.Driver();
        Connection connection = driver.connect(address.url(), properties);
        if (connection == null) {
            throw new SQLException("No driver accepts the address " + address + ".");
        }
        return connection;
    }

    private static HikariDataSource source(DatabaseAddress address) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("plateau-catalog");
        config.setDriverClassName(
                address.url().startsWith(DatabaseAddress.POSTGRESQL) ? "org.postgresql.Driver" : "org.h2.Driver");
        config.setJdbcUrl(address.url());
        if (!address.user().isEmpty()) {
            config.setUsername(address.user());
        }
        if (!address.password().isEmpty()) {
            config.setPassword(address.password());
        }
        config.setMaximumPoolSize(CONNECTIONS);
        config.setAllowPoolSuspension(true);
        config.setConnectionTimeout(CONNECT_LIMIT.toMillis());
        // The first connection has shown that the server can be reached.
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /**
     * Locks the database: a second console would start the same queued runs again. A server takes a moment to notice
     * that a client is gone.
     */
    private static void requireOnlyConsole(DatabaseAddress address, Connection held) throws SQLException, IOException {
        try (Statement statement = held.createStatement()) {
            statement.execute("SET lock_timeout = '" + LOCK_LIMIT.toMillis() + "ms'");
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
        } catch (SQLException e) {
            held.close();
            if (!LOCKED.equals(e.getSQLState())) {
                throw e;
            }
            throw new IOException(
                    "The catalog " + address
                            + " is used by another console: stop that one, or give this one a database "
                            + "of its own.",
                    e);
        }
    }

    /**
     * Migrates the schema.
     *
     * @param subject subject of a message about the database
     * @param locations folders of the migrations
     */
    final void migrate(String subject, String... locations) throws IOException {
        try {
            Flyway.configure(Database.class.getClassLoader())
                    .dataSource(source)
                    .locations(locations)
                    .ignoreMigrationPatterns(new String[0])
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            if (String.valueOf(e.getMessage()).contains("not resolved locally")) {
                throw new IOException(
                        subject + " was written by a newer version of Plateau: use that version, or another folder or "
                                + "database.",
                        e);
            }
            throw e;
        }
    }

    /** Waits until the database is closed and returns true, or returns false after a time limit. */
    final boolean isClosedWithin(Duration limit) throws InterruptedException {
        return closed.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Work on the database while no other thread uses it. It returns the connection that is held from then on. */
    @FunctionalInterface
    interface Alone {
        Connection with(Connection held) throws SQLException;
    }

    /**
     * Does exclusive work: other users of the database wait. Does nothing when the database does not become free within
     * a moment.
     *
     * @return whether the work was done
     */
    final synchronized boolean alone(Alone work) throws SQLException, InterruptedException {
        HikariPoolMXBean pool = source.getHikariPoolMXBean();
        pool.suspendPool();
        try {
            if (source.isClosed() || !isLeft(pool)) {
                return false;
            }
            held = work.with(held);
            return true;
        } finally {
            pool.resumePool();
        }
    }

    /** Returns whether every connection was given back; the connections are then closed. */
    private static boolean isLeft(HikariPoolMXBean pool) throws InterruptedException {
        for (int times = 0; times < LEAVING_LOOKS; times++) {
            pool.softEvictConnections();
            if (pool.getTotalConnections() == 0) {
                return true;
            }
            Thread.sleep(LEAVING_PAUSE);
        }
        return false;
    }

    /** Returns the message of a failed connection without the exceptions around it. */
    static String sentence(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && !(deepest instanceof SQLException)) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }

    /** Returns the access to the database. */
    public Jdbi jdbi() {
        return jdbi;
    }

    /** Returns the file to which a damaged database was moved before this one replaced it; empty without damage. */
    public Optional<Path> setAside() {
        return Optional.ofNullable(setAside);
    }

    @Override
    public synchronized void close() {
        closed.countDown();
        source.close();
        try {
            held.close();
        } catch (SQLException e) {
            // The other side has closed it already, which is the intent.
            return;
        }
    }
}
