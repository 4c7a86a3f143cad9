// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.h2.Driver;
import org.h2.tools.Server;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.process.database.Connector;

/**
 * The store application, a child process of {@link StoreService}: it reads its settings, encoded as a form, from
 * standard input, announces its port and the port of its own database, and ends with the harness.
 */
public final class StoreApplication {
    static final String PORT = "port";
    static final String CONNECTIONS = "connections";
    static final String URL = "url";
    static final String USER = "user";
    static final String PASSWORD = "password";

    /** Name of the application's own database. */
    static final String DATABASE = "store";

    private static final String OWN_URL = "jdbc:h2:mem:" + DATABASE;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private StoreApplication() {}

    public static void main(String[] arguments) throws Exception {
        Fields settings = new Fields();
        UrlEncoded.decodeTo(Lifeline.takeLine(), settings::add, StandardCharsets.UTF_8);
        Lifeline.watch(STOP_TIMEOUT);
        String databasePort = settings.getValue(URL).isEmpty() ? ownDatabase(settings) : "";
        SiteServer site = new SiteServer(
                Integer.parseInt(settings.getValue(PORT)),
                new StorePool(
                        Connector.readCommitted(database(settings)), Integer.parseInt(settings.getValue(CONNECTIONS))));
        Runtime.getRuntime().addShutdownHook(new Thread(site::close, "stop"));
        site.start();
        ReadyLine.announce(site.port() + " " + databasePort);
        new CountDownLatch(1).await();
    }

    private static SutAddress database(Fields settings) {
        Map<String, String> properties = new HashMap<>();
        for (String name : new String[] {URL, USER, PASSWORD}) {
            properties.put(name, settings.getValue(name));
        }
        properties.computeIfPresent(URL, (name, url) -> url.isEmpty() ? OWN_URL : url);
        return new SutAddress("database", "", properties);
    }

    /** Creates the database in memory, and serves it to the harness, which loads and counts its rows. */
    private static String ownDatabase(Fields settings) throws SQLException, IOException {
        Properties login = new Properties();
        login.setProperty("user", settings.getValue(USER));
        login.setProperty("password", settings.getValue(PASSWORD));
        try (Connection connection = new Driver().connect(OWN_URL, login);
                Statement statement = connection.createStatement()) {
            statement.execute("SET DB_CLOSE_DELAY -1");
        }
        Server server = Server.createTcpServer("-tcpPort", "0", "-key", DATABASE, "mem:" + DATABASE);
        return Integer.toString(server.start().getPort());
    }
}
