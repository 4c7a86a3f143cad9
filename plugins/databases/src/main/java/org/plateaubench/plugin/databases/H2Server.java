// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.h2.Driver;
import org.h2.tools.Server;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/**
 * The child process of {@link H2Embedded}: one database behind H2's own TCP server on loopback. Reads the password from
 * standard input, announces the port when clients can connect, and ends with the harness; H2's shutdown hook then
 * closes the database.
 *
 * <p>Its class path holds this plugin, {@code process} and H2 only; it must not use a class of the api, except for
 * constants, which are compiled in.
 */
public final class H2Server {
    /** The reason for each is in docs/plugins/databases.md. */
    private static final List<String> SETTINGS = List.of("DB_CLOSE_DELAY -1", "DEFAULT_LOCK_TIMEOUT 10000");

    private static final int BYTES_PER_KIBIBYTE = 1024;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private H2Server() {}

    /**
     * Starts the server. The arguments are the port, 0 for a free one, and H2's name of the database, such as {@code
     * mem:plateau}.
     */
    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        String password = Lifeline.takeLine();
        Lifeline.watch(CLOSE_TIMEOUT);
        String port = arguments[0];
        String database = arguments[1];
        create(database, password);
        // With -key, clients open this database under one name and cannot reach another one or a file.
        Server server = Server.createTcpServer("-tcpPort", port, "-key", EmbeddedServer.DATABASE, database);
        server.start();
        ReadyLine.announce(Integer.toString(server.getPort()));
        new CountDownLatch(1).await();
    }

    private static void create(String database, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", EmbeddedServer.USER);
        login.setProperty("password", password);
        try (Connection connection = new Driver().connect("jdbc:h2:" + database, login);
                Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute("SET " + setting);
            }
            if (!database.startsWith("mem:")) {
                statement.execute("SET CACHE_SIZE " + Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_KIBIBYTE);
            }
        }
    }
}
