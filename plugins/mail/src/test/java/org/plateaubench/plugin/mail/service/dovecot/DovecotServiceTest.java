// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.service.host.Conversation;
import org.plateaubench.plugin.mail.service.host.Sites;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/** Real Dovecot, Postfix and Radicale. */
@Timeout(120)
class DovecotServiceTest {
    @TempDir
    private static Path folder = Path.of("");

    private static SutService service = service("unused", parameters(0));
    private static SutAddress site = new SutAddress("none", "none", Map.of());

    private static SutService service(String name, DovecotParameters parameters) {
        return new DovecotServiceType().create(new SutContext<>(name, SutContext.Mode.EMBEDDED, parameters, folder));
    }

    static DovecotParameters parameters(int quotaMebibytes) {
        return new DovecotParameters(
                Security.TLS,
                200,
                0,
                20,
                DovecotParameters.Storage.MAILDIR,
                quotaMebibytes,
                "plateau.test",
                "user{n}",
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                Map.of());
    }

    @BeforeAll
    static void start() throws Exception {
        service = service("site", parameters(0));
        site = service.start(Progress.SILENT);
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
    }

    @Test
    void whatIsSubmittedArrives() throws Exception {
        assertThat(Conversation.submit(site, "user1", "user2", "a token")).startsWith("250");

        Sites.eventually("the mail arrives", () -> Sites.count(site, "user2", "a token") == 1);
    }
}
