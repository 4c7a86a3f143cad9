// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** Short ways to a service and to its database. */
final class MariaInTest {
    private MariaInTest() {}

    static MariaParameters embedded(int port, String home) {
        return new MariaParameters(64, 20, port, home, "", "", "");
    }

    static MariaParameters external(String url, String user, String password) {
        return new MariaParameters(
                MariaParameters.DEFAULT_BUFFER_POOL_MEBIBYTES,
                MariaParameters.DEFAULT_MAX_CONNECTIONS,
                0,
                "",
                url,
                user,
                password);
    }

    static SutService service(Path folder, SutContext.Mode mode, MariaParameters parameters) {
        return new MariaServiceType().create(new SutContext<>("db", mode, parameters, folder));
    }

    /** As a run does it. */
    static SutAddress start(SutService service) throws SutException, InterruptedException {
        service.fetch(Progress.SILENT);
        return service.start(Progress.SILENT);
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
