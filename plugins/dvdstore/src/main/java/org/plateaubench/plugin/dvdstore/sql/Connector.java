// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Sql;

/** Opens connections to one database, none of which can block its caller for ever. Immutable; any thread. */
public final class Connector {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

    private final Dialect dialect;
    private final String url;
    private final String user;
    private final String password;

    /**
     * Creates a connector to a SUT that has the properties {@code url}, {@code user} and {@code password}.
     *
     * @throws IllegalArgumentException when one is missing or the URL is for a database that is not supported
     */
    public Connector(SutAddress sut) {
        url = sut.property("url");
        user = sut.properties().getOrDefault("user", "");
        password = sut.properties().getOrDefault("password", "");
        dialect = Dialect.forUrl(url)
                .orElseThrow(() -> new IllegalArgumentException(
                        "No database is known for " + place() + "; supported are: " + Dialect.supported() + "."));
    }

    /** Returns the database's dialect. */
    public Dialect dialect() {
        return dialect;
    }

    /** Returns the address for messages: the URL without its settings, which may hold secrets. */
    public String place() {
        return url.split("[;?]", 2)[0];
    }

    /** Returns the user who connects. */
    public String user() {
        return user;
    }

    /** Returns whether the database runs inside this process. */
    public boolean isInProcess() {
        return dialect.isInProcess(url);
    }

    /**
     * Opens a connection within ten seconds, in autocommit mode and READ COMMITTED.
     *
     * @param socketTimeout longest wait for any later answer
     */
    public Connection open(Duration socketTimeout) throws SQLException, InterruptedException {
        return begin(socketTimeout).await();
    }

    /** Begins to connect. */
    public Attempt begin(Duration socketTimeout) {
        return new Attempt(socketTimeout);
    }

    /**
     * A connection being opened by a virtual thread. An interrupt closes the thread's socket, so that an attempt can be
     * cancelled with every driver.
     */
    public final class Attempt {
        private final CompletableFuture<Connection> result = new CompletableFuture<>();
        private final Thread thread;

        private Attempt(Duration socketTimeout) {
            thread = Thread.ofVirtual().name("dvdstore-connect").start(() -> connect(socketTimeout));
        }

        private void connect(Duration socketTimeout) {
            try {
                Connection connection = connectNow(socketTimeout);
                if (!result.complete(connection)) {
                    dialect.drop(connection);
                }
            } catch (SQLException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        }

        /** Waits for the connection, at most ten seconds. */
        public Connection await() throws SQLException, InterruptedException {
            try {
                return result.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                cancel();
                throw new SQLTimeoutException("no connection within " + PATIENCE.toSeconds() + " s", "08001", e);
            } catch (CancellationException e) {
                throw new SQLException("connecting was cancelled", "08001", e);
            } catch (InterruptedException e) {
                cancel();
                throw e;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof SQLException sql) {
                    throw sql;
                }
                throw new SQLException("no connection: " + e.getCause(), "08001", e);
            }
        }

        /** Cancels the attempt; {@link #await} fails soon. Any thread. */
        public void cancel() {
            if (result.cancel(false)) {
                thread.interrupt();
            }
        }
    }

    private Connection connectNow(Duration socketTimeout) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        dialect.addDriverSettings(properties, Math.toIntExact(socketTimeout.toMillis()));
        String driverUrl = dialect.driverUrl(url);
        Connection connection = driver(driverUrl).connect(driverUrl, properties);
        if (connection == null) {
            throw new SQLException("the driver does not accept " + place(), "08001");
        }
        try {
            Sql.execute(connection, dialect.sessionSettings());
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            dialect.drop(connection);
            throw e;
        }
        return connection;
    }

    /** Returns the driver from the class loader of this class, since a plugin's libraries are not on the class path. */
    private Driver driver(String driverUrl) throws SQLException {
        for (Driver driver : ServiceLoader.load(Driver.class, Connector.class.getClassLoader())) {
            if (driver.acceptsURL(driverUrl)) {
                return driver;
            }
        }
        throw new SQLException("there is no JDBC driver for " + dialect.database() + " among the plugin's libraries");
    }

    /** Closes a connection; one that does not close within two seconds is dropped. */
    public void close(Connection connection) throws InterruptedException {
        Thread closing = Thread.ofVirtual().name("dvdstore-close").start(() -> {
            try {
                connection.close();
            } catch (SQLException | RuntimeException e) {
                dialect.drop(connection);
            }
        });
        boolean isClosed = false;
        try {
            isClosed = closing.join(CLOSE_PATIENCE);
        } finally {
            if (!isClosed) {
                dialect.drop(connection);
            }
        }
    }
}
