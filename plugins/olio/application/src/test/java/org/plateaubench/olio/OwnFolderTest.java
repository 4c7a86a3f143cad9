// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.testkit.Deadline;

/** The files in the folder of the application. */
final class OwnFolderTest {
    @TempDir
    private Path folder = Path.of("");

    private SiteServer site(String url) throws IOException {
        ApplicationSettings settings = new ApplicationSettings("127.0.0.1", 0, folder.toString(), url, "", "", 2, "");
        return new SiteServer(settings, InstantSource.system());
    }

    @Test
    void embeddedDatabaseHasDocumentedCacheSize() throws Exception {
        try (SiteServer site = site("");
                Connection same = DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("olio"), "olio", "")) {
            assertThat(site.loader.marker()).isEmpty();
            long quarterMebibytes = Runtime.getRuntime().maxMemory() / 4 / 1024 / 1024;
            assertThat(Long.parseLong(setting(same, "info.CACHE_MAX_SIZE")))
                    .isBetween(quarterMebibytes - 1, quarterMebibytes + 1);
        }
    }

    private static String setting(Connection connection, String name) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT setting_value FROM information_schema.settings WHERE setting_name = '" + name + "'")) {
            assertThat(row.next()).as(name).isTrue();
            return row.getString(1);
        }
    }

    @Test
    void secondApplicationInSameFolderIsRefused() throws Exception {
        try (SiteServer first = site("jdbc:h2:mem:first;DB_CLOSE_DELAY=-1")) {
            Path half = Files.createFile(folder.resolve("uploads/incoming/half"));
            assertThatThrownBy(
                            () -> site("jdbc:h2:mem:second;DB_CLOSE_DELAY=-1").close())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another application");
            assertThat(half).exists();
            assertThat(first.sessions.count()).isZero();
        }
        site("jdbc:h2:mem:third;DB_CLOSE_DELAY=-1").close();
    }

    private static final int ABORTED = 5;

    @Test
    void abortedRequestsAreNotCountedAsServerErrors(@TempDir Path folder) throws Exception {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1", 0, folder.toString(), "jdbc:h2:mem:counting;DB_CLOSE_DELAY=-1", "sa", "", 2, "");
        try (SiteServer site = new SiteServer(settings, InstantSource.system())) {
            site.start();
            for (int i = 0; i < ABORTED; i++) {
                abort(site.port());
            }
            Deadline.until("all requests are counted", () -> site.counting.getRequestTotal() >= ABORTED);
            assertThat(site.counting.getRequestTotal()).isEqualTo(ABORTED);
            assertThat(site.counting.getResponses5xx()).isZero();
        }
    }

    /** Requests a picture of 670 kB, reads 100 bytes, and resets the connection. */
    private static void abort(int port) throws Exception {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.setSoLinger(true, 0);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream()
                    .write("GET /images/people/1.jpg HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.readNBytes(100)).hasSize(100);
        }
    }
}
