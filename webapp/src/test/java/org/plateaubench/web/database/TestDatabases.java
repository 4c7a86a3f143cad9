// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.postgresql.PostgresParameters;
import org.plateaubench.plugin.databases.postgresql.PostgresServiceType;
import org.plateaubench.plugin.databases.server.ExternalKeys;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** Empty databases of each engine. One PostgreSQL server serves all tests of the module; it starts when first asked for. */
public final class TestDatabases implements BeforeAllCallback {
    private Server server = new Server();

    /** What a catalog can be in. */
    public enum Engine {
        H2,
        POSTGRESQL
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(TestDatabases.class))
                .computeIfAbsent(Server.class, key -> new Server(), Server.class);
    }

    /**
     * An empty index of runs.
     *
     * @param folder where an embedded one is
     */
    public Database catalog(Engine engine, Path folder) throws Exception {
        return switch (engine) {
            case H2 -> embeddedCatalog(folder);
            case POSTGRESQL -> Database.postgresql(postgresql());
        };
    }

    /**
     * Empty records.
     *
     * @param folder where embedded ones are
     */
    public Database records(Engine engine, Path folder) throws Exception {
        return switch (engine) {
            case H2 -> embeddedRecords(folder);
            case POSTGRESQL -> Database.postgresql(postgresql());
        };
    }

    /** The index of runs in a folder of data. */
    public static Database embeddedCatalog(Path folder) throws IOException {
        return CatalogFile.open(folder);
    }

    /** The records in a folder of data. */
    public static Database embeddedRecords(Path folder) throws IOException {
        return RecordsFile.open(folder, false);
    }

    /** The address of an empty PostgreSQL database. */
    public DatabaseAddress postgresql() throws Exception {
        return server.newDatabase();
    }

    private static final class Server implements AutoCloseable {
        private Optional<Started> started = Optional.empty();
        private int databases;

        private record Started(SutService service, DatabaseAddress address, Path folder) {}

        synchronized DatabaseAddress newDatabase() throws Exception {
            if (started.isEmpty()) {
                started = Optional.of(start());
            }
            DatabaseAddress first = started.get().address();
            databases++;
            String name = "test" + databases;
            Jdbi.create(first.url(), first.user(), first.password())
                    .useHandle(handle -> handle.execute("CREATE DATABASE " + name));
            String url = first.url().substring(0, first.url().lastIndexOf('/') + 1) + name;
            return new DatabaseAddress(url, first.user(), first.password());
        }

        private static Started start() throws IOException, SutException, InterruptedException {
            Path folder = Files.createTempDirectory("plateau-test-postgresql");
            SutService service = new PostgresServiceType()
                    .create(new SutContext<>(
                            "catalog",
                            SutContext.Mode.EMBEDDED,
                            new PostgresParameters(32, 50, 0, "", new ExternalKeys("", "", "")),
                            folder));
            service.fetch(Progress.SILENT);
            SutAddress address = service.start(Progress.SILENT);
            return new Started(
                    service,
                    new DatabaseAddress(
                            address.property("url"), address.property("user"), address.property("password")),
                    folder);
        }

        @Override
        public synchronized void close() throws IOException, SutException {
            if (started.isPresent()) {
                started.get().service().close();
                FileTree.remove(started.get().folder());
            }
        }
    }
}
