// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.plateaubench.api.SutAddress;

/** Executes SQL on a SUT. */
public final class Jdbc {
    private Jdbc() {}

    /** Connects as a workload does. */
    public static Connection connect(SutAddress address) throws SQLException {
        return DriverManager.getConnection(
                address.property("url"), address.property("user"), address.property("password"));
    }

    /** Executes statements, each in a transaction of its own. */
    public static void execute(SutAddress address, String... statements) throws SQLException {
        try (Connection connection = connect(address);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the first value of the first row. */
    public static String queryValue(SutAddress address, String sql) throws SQLException {
        try (Connection connection = connect(address);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
