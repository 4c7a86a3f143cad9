// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceLoader;

/** The drivers of this plugin's class loader, which DriverManager does not show to other class loaders. */
final class Drivers {
    private Drivers() {}

    static Connection connect(String url, Properties login) throws SQLException {
        for (Driver driver : ServiceLoader.load(Driver.class, Drivers.class.getClassLoader())) {
            Connection connection = driver.acceptsURL(url) ? driver.connect(url, login) : null;
            if (connection != null) {
                return connection;
            }
        }
        throw new SQLException("No driver supports the prefix of the url.");
    }
}
