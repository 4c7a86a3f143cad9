// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Sql;

/** Opens connections to one database, none of which can block its caller for ever. Immutable; any thread. */
public final class Connector {
    private final SutAddress sut;
    private final Dialect dialect;
    private final String url;

    /**
     * Creates a connector to a SUT that has the properties {@code url}, {@code user} and {@code password}.
     *
     * @throws IllegalArgumentException when one is missing or the URL is for a database that is not supported
     */
    public Connector(SutAddress sut) {
        this.sut = sut;
        url = sut.property("url");
        dialect = forUrl(url)
                .orElseThrow(() -> new IllegalArgumentException(
                        "No database is known for " + place() + "; supported are: " + supported() + "."));
    }

    /** Returns the databases that can hold the store. */
    private static List<Dialect> all() {
        return List.of(new H2Dialect(), new PostgresDialect(), new MariaDialect());
    }

    /** Returns the dialect of a JDBC URL; empty when no supported database matches it. */
    public static Optional<Dialect> forUrl(String url) {
        return all().stream().filter(dialect -> dialect.accepts(url)).findFirst();
    }

    /** Returns the names of all databases, for messages. */
    public static String supported() {
        return all().stream().map(Dialect::database).collect(Collectors.joining(", "));
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
        return sut.properties().getOrDefault("user", "");
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
    public Connections.Attempt begin(Duration socketTimeout) {
        return new Connections.Attempt(() -> connectNow(socketTimeout));
    }

    private Connection connectNow(Duration socketTimeout) throws SQLException {
        Properties properties = Connections.login(sut);
        dialect.addDriverSettings(properties, Math.toIntExact(socketTimeout.toMillis()));
        String driverUrl = Connections.driverUrl(url);
        Connection connection = driver(driverUrl).connect(driverUrl, properties);
        if (connection == null) {
            throw new SQLException("the driver does not accept " + place(), "08001");
        }
        try {
            Sql.execute(connection, dialect.sessionSettings());
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            Connections.drop(connection);
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
}
