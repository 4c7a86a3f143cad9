// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** The service mail in mode external, with real servers that the test has started. */
@Tag("slow")
@Timeout(120)
class ExternalSiteTest {
    @TempDir
    private static Path folder = Path.of("");

    private static SutService servers = SmallSite.service(folder);
    private static SutAddress site = new SutAddress("none", "none", Map.of());

    @BeforeAll
    static void start() throws Exception {
        servers = SmallSite.service(folder);
        site = servers.start(Progress.SILENT);
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    private static SutService external(int imapPort, int smtpPort, String password, String davUrl) {
        MailServiceParameters parameters = new MailServiceParameters(
                imapPort,
                smtpPort,
                Security.STARTTLS,
                password,
                512,
                "127.0.0.1",
                "",
                davUrl,
                "/{login}/calendar/",
                "/{login}/contacts/",
                "user{n}",
                "plateau.test",
                0,
                site.property("trust"),
                ClientCertificate.NONE);
        return new MailServiceType().create(new SutContext<>("other", SutContext.Mode.EXTERNAL, parameters, folder));
    }

    private static int port(String property) {
        return Integer.parseInt(site.property(property));
    }

    @Test
    void reachableSiteIsDescribed() throws Exception {
        try (SutService other = external(
                port(DovecotService.IMAP_PLAIN_PORT),
                port(DovecotService.SMTP_PLAIN_PORT),
                site.property("password"),
                site.property("davUrl"))) {
            assertThat(other.start(Progress.SILENT).property("imapSecurity")).isEqualTo("starttls");
            assertThat(other.status().state()).isEqualTo(SutStatus.State.RUNNING);
            assertThat(other.configuration())
                    .hasEntrySatisfying(
                            "imap says", greeting -> assertThat(greeting).contains("ready for tests.", "IMAP4rev1"))
                    .hasEntrySatisfying(
                            "smtp says", greeting -> assertThat(greeting).contains("ESMTP Postfix", "PIPELINING"));
        }
        assertThat(servers.status().state()).isEqualTo(SutStatus.State.RUNNING);
    }

    @Test
    void allFailingProtocolsAreReportedTogether() throws Exception {
        String unusedAddress = "127.0.0.1:" + Ports.free();
        try (SutService other = external(
                port(DovecotService.IMAP_PLAIN_PORT),
                port(DovecotService.SMTP_PLAIN_PORT),
                "wrong",
                "http://" + unusedAddress)) {
            assertThatThrownBy(() -> other.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("SUT other does not work as needed for account user1@plateau.test: IMAP: ")
                    .hasMessageContainingAll("; submission: ", "; calendars: ", unusedAddress, "Correct hosts")
                    .hasMessageNotContaining("wrong");
            assertThat(other.status().state()).isEqualTo(SutStatus.State.STOPPED);
        }
    }
}
