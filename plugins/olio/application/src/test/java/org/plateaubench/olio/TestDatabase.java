// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.util.EnumMap;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.MariaParameters;
import org.plateaubench.plugin.databases.MariaServiceType;
import org.plateaubench.plugin.databases.PostgresParameters;
import org.plateaubench.plugin.databases.PostgresServiceType;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.testkit.StartedSut;

/** A database of each kind; servers are started once in a JVM of tests, and end with it. */
final class TestDatabase {
    private static final int MEMORY_MEBIBYTES = 64;
    private static final int CONNECTIONS = 8;
    private static final Map<Dialect, ApplicationSettings> STARTED = new EnumMap<>(Dialect.class);

    private TestDatabase() {}

    /** Returns settings with the address of a database of this kind. */
    static synchronized ApplicationSettings of(Dialect dialect) throws Exception {
        ApplicationSettings settings = STARTED.get(dialect);
        if (settings == null) {
            settings = start(dialect);
            STARTED.put(dialect, settings);
        }
        return settings;
    }

    private static ApplicationSettings start(Dialect dialect) throws Exception {
        return switch (dialect) {
            case H2 -> settings("jdbc:h2:mem:olio;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "", "", CONNECTIONS);
            case POSTGRESQL ->
                settings(StartedSut.of(
                        new PostgresServiceType(), PostgresParameters.embedded(MEMORY_MEBIBYTES, 2 * CONNECTIONS)));
            case MARIADB ->
                settings(StartedSut.of(
                        new MariaServiceType(), MariaParameters.embedded(MEMORY_MEBIBYTES, 2 * CONNECTIONS)));
        };
    }

    static ApplicationSettings settings(String url, String user, String password, int connections) {
        return new ApplicationSettings("127.0.0.1", 0, ".", url, user, password, connections, "");
    }

    private static ApplicationSettings settings(SutAddress address) {
        return settings(address.property("url"), address.property("user"), address.property("password"), CONNECTIONS);
    }
}
