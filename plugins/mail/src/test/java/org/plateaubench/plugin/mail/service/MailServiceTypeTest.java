// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.SutContext.Mode;

final class MailServiceTypeTest {

    private static MailServiceParameters embedded(Security security) {
        return new MailServiceParameters(
                0,
                0,
                security,
                "",
                512,
                "",
                "",
                "",
                "/{login}/calendar/",
                "/{login}/contacts/",
                "user{n4}",
                "",
                0,
                "",
                ClientCertificate.NONE);
    }

    private static MailServiceParameters external(String login, String davUrl) {
        return external(login, davUrl, "lab.example");
    }

    private static MailServiceParameters external(String login, String davUrl, String domain) {
        return new MailServiceParameters(
                1143,
                1587,
                Security.STARTTLS,
                "open sesame",
                512,
                "mail.lab",
                "smtp.lab",
                davUrl,
                "/c/{login}/",
                "/a/{login}/",
                login,
                domain,
                10,
                "any",
                ClientCertificate.NONE);
    }

    private static List<String> problemKeys(Mode mode, MailServiceParameters parameters) {
        return new MailServiceType()
                .check(mode, parameters).stream().map(Finding::parameter).toList();
    }

    @Test
    void eachModeAcceptsItsOwnKeys() {
        assertThat(problemKeys(Mode.EMBEDDED, embedded(Security.TLS))).isEmpty();
        assertThat(problemKeys(Mode.EMBEDDED, embedded(Security.STARTTLS))).containsExactly("security");
        assertThat(problemKeys(Mode.EMBEDDED, external("u{n}", "http://dav.lab")))
                .containsExactly(
                        "imapHost",
                        "smtpHost",
                        "davUrl",
                        "calendarPath",
                        "contactsPath",
                        "login",
                        "domain",
                        "accounts",
                        "trust",
                        "security");
        assertThat(problemKeys(Mode.EXTERNAL, external("u{n}", "https://dav.lab:8443")))
                .isEmpty();
        assertThat(problemKeys(Mode.EXTERNAL, external("${env:LOGIN}", "${env:DAV}")))
                .isEmpty();
        assertThat(problemKeys(Mode.EXTERNAL, external("all", "dav.lab"))).containsExactly("davUrl", "login");
        assertThat(problemKeys(Mode.EXTERNAL, embedded(Security.NONE)))
                .containsExactly("imapHost", "domain", "password");
    }

    @Test
    void invalidDomainIsRefused() {
        assertThat(problemKeys(Mode.EXTERNAL, external("u{n}", "", "user@lab.example")))
                .containsExactly("domain");
        assertThat(problemKeys(Mode.EXTERNAL, external("u{n}", "", " "))).containsExactly("domain");
        assertThat(problemKeys(Mode.EXTERNAL, external("u{n}", "", "${env:DOMAIN}")))
                .isEmpty();
    }

    @Test
    void passwordIsHiddenInToString() {
        assertThat(external("u{n}", "").toString()).doesNotContain("sesame");
    }

    @Test
    void documentedFiguresMatchEmbeddedServer() throws Exception {
        assertThat(Files.readString(Path.of("../../docs/plugins/mail-servers.md")))
                .contains(
                        "one password, `" + EmbeddedMail.DEFAULT_PASSWORD + "`",
                        "the domain `" + MailSite.DEFAULT_DOMAIN + "`",
                        EmbeddedMail.HEAP_PER_MESSAGE_BYTE + " times for",
                        EmbeddedMail.MESSAGE_HEAP_SHARE + " of the heap",
                        "512 MiB hold " + EmbeddedMail.capacityBytes(512) / 1_000_000 + " MB");
    }

    private static final DovecotParameters KEYS =
            new DovecotParameters(Security.TLS, 200, 20, 1, Map.of(), DovecotParameters.Storage.MAILDIR, List.of());

    @Test
    void tooFewInotifyInstancesAreNoted() {
        assertThat(KEYS.check(Mode.EMBEDDED, 128)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
            assertThat(finding.message()).contains("sysctl fs.inotify.max_user_instances=400");
        });
        assertThat(KEYS.check(Mode.EMBEDDED, 200)).isEmpty();
    }

    @Test
    void inotifyLimitMatchesTheKernel() throws Exception {
        try (Stream<String> lines = Files.lines(Path.of("/proc/sys/fs/inotify/max_user_instances"))) {
            // If the file were read by two calls, the second one would return nothing.
            assertThat(DovecotParameters.watchers())
                    .isEqualTo(Long.parseLong(lines.findFirst().orElseThrow()));
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("../../docs/plugins/mail-servers.md"));
    }

    @Test
    void everyPostfixSettingIsDocumented() throws Exception {
        String page = page();
        for (Map.Entry<String, String> setting : Postfix.tuning().entrySet()) {
            assertThat(page).contains("`" + setting.getKey() + " = " + setting.getValue() + "`");
        }
    }
}
