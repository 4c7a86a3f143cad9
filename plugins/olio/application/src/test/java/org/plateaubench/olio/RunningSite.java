// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.process.FileTree;

/** The application with the data of the smallest scale, started once for all tests of this JVM. */
final class RunningSite {
    static final String TOKEN = "token-of-the-tests";
    static final RunningSite SHARED = start();

    private final SiteServer server;
    private final Path folder;

    private RunningSite(SiteServer server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    private static RunningSite start() {
        try {
            Path folder = Files.createTempDirectory("olio-site");
            ApplicationSettings settings = new ApplicationSettings(
                    "127.0.0.1", 0, folder.toString(), "jdbc:h2:mem:site;DB_CLOSE_DELAY=-1", "sa", "", 8, TOKEN);
            SiteServer server = new SiteServer(settings, InstantSource.system());
            LoadedStore.load(server.loader, 1, LocalDate.now(ZoneOffset.UTC));
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, folder)));
            return new RunningSite(server, folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void end(SiteServer server, Path folder) {
        server.close();
        try {
            FileTree.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SiteServer server() {
        return server;
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    /** Returns the number of files in the folder of uploads. */
    long files() throws IOException {
        try (var all = Files.walk(folder.resolve("uploads"))) {
            return all.filter(Files::isRegularFile).count();
        }
    }
}
