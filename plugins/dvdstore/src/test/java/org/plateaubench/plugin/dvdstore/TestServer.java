// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.MariaParameters;
import org.plateaubench.plugin.databases.MariaServiceType;
import org.plateaubench.plugin.databases.PostgresParameters;
import org.plateaubench.plugin.databases.PostgresServiceType;
import org.plateaubench.testkit.StartedSut;

/** Starts real servers on loopback, each with one empty database; they end with this process. */
final class TestServer {
    /** Maximum connections of a server; H2 has no limit. */
    static final int MAX_CONNECTIONS = 20;

    private static final int MEMORY_MEBIBYTES = 64;
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static @Nullable Server h2;

    private TestServer() {}

    static SutAddress start(Engine engine) throws Exception {
        return switch (engine) {
            case H2 -> h2();
            case POSTGRESQL ->
                StartedSut.of(
                        new PostgresServiceType(), PostgresParameters.embedded(MEMORY_MEBIBYTES, MAX_CONNECTIONS));
            case MARIADB ->
                StartedSut.of(new MariaServiceType(), MariaParameters.embedded(MEMORY_MEBIBYTES, MAX_CONNECTIONS));
        };
    }

    private static synchronized SutAddress h2() throws SQLException {
        if (h2 == null) {
            h2 = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists")
                    .start();
        }
        String url = "jdbc:h2:tcp://127.0.0.1:" + h2.getPort() + "/mem:store" + COUNT.incrementAndGet()
                + ";DB_CLOSE_DELAY=-1";
        return new SutAddress("db", "h2", Map.of("url", url, "user", "shop", "password", "open sesame"));
    }
}
