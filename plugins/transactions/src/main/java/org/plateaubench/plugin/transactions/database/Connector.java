// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.ServiceLoader;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Sql;

/** Opens connections to the database of a SUT, none of which can block its caller for ever. Immutable; any thread. */
public final class Connector {
    private final SutAddress sut;
    private final Database database;

    /**
     * Creates the connector.
     *
     * @throws IllegalArgumentException if the SUT is not one of the databases
     */
    public Connector(SutAddress sut) {
        this.sut = sut;
        database = Database.of(url())
                .orElseThrow(() -> new IllegalArgumentException("SUT " + sut.name() + " is not a known database"));
    }

    private String url() {
        return sut.property("url");
    }

    public Database database() {
        return database;
    }

    /** Returns the address for messages, without its settings, which may hold secrets. */
    String place() {
        return url().split("[;?]", 2)[0];
    }

    String user() {
        return sut.properties().getOrDefault("user", "");
    }

    boolean isInProcess() {
        return database.isInProcess(url());
    }

    /**
     * Opens a connection within ten seconds, in autocommit mode.
     *
     * @param answerLimit longest wait for any later answer; zero for no limit
     */
    public Connection open(Duration answerLimit) throws SQLException, InterruptedException {
        return begin(answerLimit).await();
    }

    /** Begins to connect. */
    Connections.Attempt begin(Duration answerLimit) {
        return new Connections.Attempt(() -> connect(answerLimit));
    }

    private Connection connect(Duration answerLimit) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user());
        properties.setProperty("password", sut.properties().getOrDefault("password", ""));
        database.addSettings(properties, answerLimit);
        String url = Connections.driverUrl(url());
        Connection connection = driver(url).connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver does not accept " + place(), "08001");
        }
        try {
            Sql.execute(connection, database.sessionSettings());
        } catch (SQLException e) {
            Connections.drop(connection);
            throw e;
        }
        return connection;
    }

    /** Returns the driver from the class loader of this class, since a plugin's libraries are not on the class path. */
    private Driver driver(String url) throws SQLException {
        for (Driver driver : ServiceLoader.load(Driver.class, Connector.class.getClassLoader())) {
            if (driver.acceptsURL(url)) {
                return driver;
            }
        }
        throw new SQLException("there is no JDBC driver for " + database.label() + " among the plugin's libraries");
    }
}
