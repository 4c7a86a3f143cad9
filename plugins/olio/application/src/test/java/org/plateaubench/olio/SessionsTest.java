// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.Names;

/** Sessions during a reset of the data. */
@Tag("slow")
final class SessionsTest {
    @Test
    void resetEndsSessions(@TempDir Path folder) throws Exception {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1", 0, folder.toString(), "jdbc:h2:mem:passing;DB_CLOSE_DELAY=-1", "sa", "", 4, "");
        try (SiteServer site = new SiteServer(settings, InstantSource.system())) {
            LoadedStore.load(site.loader);
            site.start();

            String form = "name=" + Names.userName(3) + "&password=" + Names.password(3);
            String login = "POST /login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length()
                    + "\r\n\r\n";
            assertThat(RawRequest.send(site.port(), login + form)).startsWith("HTTP/1.1 303 ");
            assertThat(site.sessions.count()).isEqualTo(1);
            site.data.begin(site.loader::reset);
            LoadedStore.await(site.data);
            assertThat(site.data.state("").failure()).isEmpty();
            assertThat(site.sessions.count()).as("sessions after the reset").isZero();
        }
    }
}
