// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.olio.store.Database.DatabaseSettings;
import org.plateaubench.plugin.databases.ExternalKeys;
import org.plateaubench.plugin.databases.MariaParameters;
import org.plateaubench.plugin.databases.MariaServiceType;
import org.plateaubench.plugin.databases.PostgresParameters;
import org.plateaubench.plugin.databases.PostgresServiceType;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** A database of each kind, servers started once in a process of tests; they end with it. */
public final class TestDatabase {
    private static final int MEMORY_MEBIBYTES = 64;
    private static final int CONNECTIONS = 8;
    private static final Map<Dialect, DatabaseSettings> STARTED = new EnumMap<>(Dialect.class);

    private TestDatabase() {}

    /** Where a database of a kind is. */
    public static synchronized DatabaseSettings of(Dialect dialect) throws Exception {
        DatabaseSettings settings = STARTED.get(dialect);
        if (settings == null) {
            settings = start(dialect);
            STARTED.put(dialect, settings);
        }
        return settings;
    }

    private static DatabaseSettings start(Dialect dialect) throws Exception {
        return switch (dialect) {
            case H2 ->
                new DatabaseSettings("jdbc:h2:mem:olio;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "", "", CONNECTIONS);
            case POSTGRESQL ->
                running(new PostgresServiceType()
                        .create(context(new PostgresParameters(
                                MEMORY_MEBIBYTES, 2 * CONNECTIONS, 0, "", new ExternalKeys("", "", "")))));
            case MARIADB ->
                running(new MariaServiceType()
                        .create(context(new MariaParameters(
                                MEMORY_MEBIBYTES, 2 * CONNECTIONS, 0, "", new ExternalKeys("", "", "")))));
        };
    }

    private static <P extends Record> SutContext<P> context(P parameters) throws IOException {
        Path folder = Files.createTempDirectory("plateau-olio-");
        return new SutContext<>("db", SutContext.Mode.EMBEDDED, parameters, folder);
    }

    private static DatabaseSettings running(SutService service) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(service)));
        service.fetch(Progress.SILENT);
        SutAddress address = service.start(Progress.SILENT);
        return new DatabaseSettings(
                address.property("url"), address.property("user"), address.property("password"), CONNECTIONS);
    }

    private static void end(SutService service) {
        try {
            Path folder = service.logs().getFirst().getParent();
            service.close();
            if (folder != null) {
                FileTree.remove(folder);
            }
        } catch (SutException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
