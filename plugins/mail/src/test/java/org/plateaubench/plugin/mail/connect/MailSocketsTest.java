// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.protocol.ImapConnection;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.TestCounts;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ServerCertificate;

/** Opening connections, checking certificates, and resuming TLS sessions. */
@Tag("slow")
final class MailSocketsTest {
    @TempDir
    private static Path folder;

    private static DovecotServer server;
    private static Path otherAuthority;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(folder.resolve("server"));
        server = DovecotServer.start(
                folder.resolve("server"),
                // One process for all connections, since each process has its own session ticket key.
                "service imap-login {",
                "  service_count = 0",
                "  process_limit = 1",
                "}");
        otherAuthority = ServerCertificate.in(folder).authority();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static ImapConnection open(MailSite site, TestCounts counts) throws MailFailure {
        return ImapConnection.open(MailLink.imap(new MailSockets(site), counts), site.account(1), counts);
    }

    private static MailFailure expectFailure(MailSite site) {
        return catchThrowableOfType(MailFailure.class, () -> open(site, new TestCounts()));
    }

    @Test
    void secondConnectionResumesTlsSession() throws Exception {
        MailSite site = server.site(Security.TLS);
        MailSockets sockets = new MailSockets(site);
        long[] inBytes = new long[2];
        for (int i = 0; i < 2; i++) {
            TestCounts counts = new TestCounts();
            ImapConnection connection = ImapConnection.open(MailLink.imap(sockets, counts), site.account(1), counts);
            inBytes[i] = counts.count(MailMeasure.BYTES_IN);
            connection.logout();
        }

        // The certificate is not sent again.
        assertThat(inBytes[1]).isLessThan(inBytes[0] - 200);
    }

    @Test
    void untrustedCertificateIsRefused() {
        for (Security security : new Security[] {Security.TLS, Security.STARTTLS}) {
            int port = server.site(security).imap().port();
            Map<String, String> trusted = Map.of(MailSite.TRUST, otherAuthority.toString());
            MailFailure failure = expectFailure(server.site(security, port, trusted));

            assertThat(failure.errorClass()).isEqualTo("tls");
            assertThat(failure).hasMessageContaining("is not signed by an authority in " + otherAuthority);
            assertThat(failure.connectionLost()).isTrue();
        }
    }

    @Test
    void certificateOfAnotherHostIsRefused() {
        for (Security security : new Security[] {Security.TLS, Security.STARTTLS}) {
            int port = server.site(security).imap().port();
            MailFailure failure = expectFailure(server.site(security, port, Map.of(MailSite.IMAP_HOST, "localhost")));

            assertThat(failure.errorClass()).isEqualTo("tls");
            assertThat(failure).hasMessageContaining("is for another host");
        }
    }

    @Test
    void anyCertificateIsAcceptedIfConfigured() throws Exception {
        for (Security security : new Security[] {Security.TLS, Security.STARTTLS}) {
            int port = server.site(security).imap().port();
            Map<String, String> any = Map.of(MailSite.TRUST, "any", MailSite.IMAP_HOST, "localhost");

            open(server.site(security, port, any), new TestCounts()).logout();
        }
    }

    @Test
    void serverWithoutTlsIsReported() {
        MailFailure failure = expectFailure(server.site(Security.TLS, server.imapPort(), Map.of()));

        assertThat(failure.errorClass()).isEqualTo("tls");
        assertThat(failure).hasMessageContaining("no TLS with 127.0.0.1:" + server.imapPort());
    }

    @Test
    void requiredClientCertificateIsSent() throws Exception {
        Path serverFolder = Files.createDirectories(folder.resolve("mutual-tls"));
        ServerCertificate certificate = ServerCertificate.in(serverFolder.resolve("tls"), "ip:127.0.0.1,dns:mail.test");
        try (DovecotServer mutualTls = DovecotServer.start(
                serverFolder,
                "ssl_ca = <" + certificate.authority(),
                "ssl_require_crl = no",
                "ssl_verify_client_cert = yes",
                "auth_ssl_require_client_cert = yes")) {
            MailSite withoutCertificate = mutualTls.site(Security.TLS);
            Map<String, String> clientCertificate = new ClientCertificate(
                            certificate.certificate().toString(),
                            certificate.key().toString(),
                            "")
                    .properties();
            int port = withoutCertificate.imap().port();
            open(mutualTls.site(Security.TLS, port, clientCertificate), new TestCounts())
                    .logout();
            assertThat(expectFailure(withoutCertificate))
                    .hasMessageContaining("the server requires a client certificate")
                    .hasMessageContaining("set 'clientCertificate'");
        }
    }
}
