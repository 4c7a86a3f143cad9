// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.spi.SutException;

/** Queries version and settings of a database, each time over a new connection and within seconds. Thread-safe. */
public final class DatabaseClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Product product;
    private final SutAddress address;
    private final Connector connector;

    public DatabaseClient(
            Product product, String sut, String url, String user, String password, ClientCertificate certificate) {
        this.product = product;
        Map<String, String> properties =
                new TreeMap<>(Map.of("url", Connections.driverUrl(url), "user", user, "password", password));
        if (certificate.isGiven()) {
            properties.putAll(certificate.properties());
        }
        address = new SutAddress(sut, product.service(), properties);
        connector = new Connector(address, List.of());
    }

    @FunctionalInterface
    public interface Query<T> {
        /** Runs the query. The statement is closed afterwards. */
        T run(Statement statement) throws SQLException;
    }

    /** Checks that the database answers a query. */
    public void check() throws SutException, InterruptedException {
        query(statement -> statement.execute("SELECT 1"));
    }

    /** Returns the version and the settings that affect a result, by the database's own names. */
    public Map<String, String> settings() throws SutException {
        try {
            return query(this::readSettings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException("SUT " + address.name() + ": reading the settings was interrupted", e);
        }
    }

    private Map<String, String> readSettings(Statement statement) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery(product.settingsQuery())) {
            while (rows.next()) {
                if (product.reportedSettings().contains(rows.getString(1))) {
                    settings.put(rows.getString(1), String.valueOf(rows.getString(2)));
                }
            }
        }
        return settings;
    }

    public Map<String, String> properties() {
        return address.properties();
    }

    /** Returns the address without its settings, since one may be a secret. */
    public String displayUrl() {
        return connector.displayUrl();
    }

    public <T> T query(Query<T> query) throws SutException, InterruptedException {
        try {
            Connection connection = connector.open(TIMEOUT);
            try (Statement statement = connection.createStatement()) {
                return query.run(statement);
            } finally {
                Connections.close(connection);
            }
        } catch (SQLException e) {
            Finding reason = connector.unreachable(e);
            throw new SutException("SUT " + address.name() + ": " + reason.message() + " " + reason.remedy(), e);
        }
    }
}
