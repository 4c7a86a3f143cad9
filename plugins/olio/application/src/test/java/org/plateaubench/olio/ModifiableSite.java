// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/** The application with the smallest data, which a test changes in the database. */
public final class ModifiableSite implements AutoCloseable {
    public static final long SEED = LoadedStore.SEED;
    public static final int USERS = LoadedStore.SCALE.concurrentUsers();

    private final SiteServer server;

    /** Loads the data and starts the application, whose files are in a folder. */
    public ModifiableSite(Path folder, LocalDate day) throws Exception {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1",
                0,
                folder.toString(),
                "jdbc:h2:mem:modifiable-" + day + ";DB_CLOSE_DELAY=-1",
                "sa",
                "",
                8,
                RunningSite.TOKEN);
        server = new SiteServer(settings, InstantSource.system());
        LoadedStore.load(server.loader, SEED, day);
        server.start();
    }

    public static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    public SutAddress address() {
        String url = "http://127.0.0.1:" + server.port();
        return new SutAddress("site", "http", Map.of("url", url, "password", RunningSite.TOKEN));
    }

    public void execute(String... statements) {
        for (String sql : statements) {
            LoadedStore.execute(server.database, sql);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
