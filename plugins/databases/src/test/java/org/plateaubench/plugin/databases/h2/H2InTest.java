// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.h2.H2Parameters.Storage;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/** Short ways to a service and to its database. */
final class H2InTest {
    private H2InTest() {}

    static H2Parameters embedded(Storage storage, int port) {
        return new H2Parameters(storage, 128, port, "", "", "");
    }

    static SutService service(Path folder, H2Parameters parameters) {
        return new H2ServiceType().create(new SutContext<>("db", SutContext.Mode.EMBEDDED, parameters, folder));
    }

    static SutService external(Path folder, String url, String user, String password) {
        H2Parameters parameters = new H2Parameters(Storage.MEMORY, 128, 0, url, user, password);
        return new H2ServiceType().create(new SutContext<>("db", SutContext.Mode.EXTERNAL, parameters, folder));
    }

    static Connection connect(SutAddress address) throws SQLException {
        return DriverManager.getConnection(
                address.property("url"), address.property("user"), address.property("password"));
    }

    static void execute(SutAddress address, String sql) throws SQLException {
        try (Connection connection = connect(address);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String ask(SutAddress address, String sql) throws SQLException {
        try (Connection connection = connect(address);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
