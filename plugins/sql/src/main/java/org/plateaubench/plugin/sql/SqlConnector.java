// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.spi.WorkloadContext;

/** Opens connections to one database. Immutable; any thread. */
final class SqlConnector {
    private final SutAddress address;
    private final String url;
    private final Product product;
    private final Driver driver;
    private final String schema;

    /** The connector of a workload: to its SUT, or to the address that its parameters name. */
    static SqlConnector of(WorkloadContext<SqlParameters> context) throws IOException, InterruptedException {
        SqlParameters parameters = context.parameters();
        SutAddress sut = context.sut();
        if (sut != null) {
            return new SqlConnector(parameters, sut);
        }
        Map<String, String> properties = new TreeMap<>(Map.of("url", parameters.url()));
        if (!parameters.user().isEmpty()) {
            properties.putAll(Map.of("user", parameters.user(), "password", parameters.password()));
        }
        return new SqlConnector(parameters, new SutAddress("sql", "sql", properties));
    }

    private SqlConnector(SqlParameters parameters, SutAddress address) throws IOException, InterruptedException {
        this.address = address;
        product = Product.of(address.property("url"));
        String given = address.property("url");
        // MySQL's own driver takes its own addresses, which MariaDB's does not.
        url = parameters.driver().isEmpty() ? Connections.driverUrl(given) : given;
        driver = Drivers.of(url, parameters.driver());
        schema = parameters.usedSchema();
    }

    Product product() {
        return product;
    }

    private String user() {
        return address.properties().getOrDefault("user", "");
    }

    /** The schema in which statements run; empty for that of the connection. */
    String schema() {
        return schema;
    }

    /** The address for messages: without its settings, which may hold secrets. */
    String place() {
        return url.split("[;?]", 2)[0];
    }

    /** The finding about a database to which no connection can be opened. */
    Finding unreachable(SQLException failure) {
        return Connector.unreachable(place(), user(), failure);
    }

    /** Begins to open a connection in the schema, in autocommit mode. */
    Connections.Attempt begin() {
        return new Connections.Attempt(() -> {
            Connection connection = connect();
            try {
                if (!schema.isEmpty()) {
                    product.use(connection, schema);
                }
                return connection;
            } catch (SQLException e) {
                Connections.drop(connection);
                throw e;
            }
        });
    }

    /** Opens a connection whose schema is that of the user. */
    Connection open() throws SQLException, InterruptedException {
        return new Connections.Attempt(this::connect).await();
    }

    private Connection connect() throws SQLException {
        Properties properties = Connections.login(address);
        product.addDriverSettings(properties);
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver does not accept " + place(), "08001");
        }
        return connection;
    }
}
