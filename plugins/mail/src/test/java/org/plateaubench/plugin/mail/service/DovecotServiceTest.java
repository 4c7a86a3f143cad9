// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.data.MailDataSet;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.Deadline;

/** The service {@code dovecot} with the installed Dovecot, Postfix and Radicale. */
@Tag("slow")
@Timeout(120)
class DovecotServiceTest {
    @TempDir
    private static Path folder = Path.of("");

    private static SutService service = SmallSite.service(folder);
    private static SutAddress site = new SutAddress("none", "none", Map.of());

    @BeforeAll
    static void start() throws Exception {
        service = SmallSite.service(folder);
        site = service.start(Progress.SILENT);
    }

    @AfterAll
    static void stop() throws Exception {
        assertThatThrownBy(service::clear)
                .isInstanceOf(SutException.class)
                .hasMessageContaining("stop it before its data is removed");
        try (LineClient imap = LineClient.signedIn(site, "user10")) {
            assertThat(imap.imap("CREATE kept").getLast()).startsWith("t OK");
        }
        service.close();
        Deadline.until(
                "no process is left", () -> SiteChecks.processesOf(folder).isEmpty());
        assertThat(service.status().state()).isEqualTo(SutStatus.State.STOPPED);
        assertThat(folder.resolve("mail")).isNotEmptyDirectory();
        service.clear();
        assertThat(folder.resolve("mail")).doesNotExist();
        assertThat(folder.resolve("postfix")).doesNotExist();
    }

    @Test
    void preflightChecksTheMailDomain() throws Exception {
        assertThat(preflight(site)).isEmpty();
        assertThat(preflight(new SutAddress("x", "x", withDomain("example.org"))))
                .singleElement()
                .asString()
                .startsWith("Submission accepts no mail from user1@example.org to itself: RCPT"
                        + " TO:<user1@example.org>: 550 5.1.2")
                .endsWith(" Make sure that it runs, and that host, port and security of SMTP, 'domain', 'login' and the"
                        + " password of the SUT are right.");
        assertThat(SiteChecks.count(site, "user1", "a token")).isZero();
    }

    private record None() {}

    private static List<Finding> preflight(SutAddress address) throws Exception {
        MailDataSet data = new MailDataSet(
                new WorkloadContext<>(1, "mail", new None(), address, 1, 42),
                Scale.of(Fill.NONE, Sizes.MODERN, false),
                1,
                "");
        return data.preflight(DataPolicy.REUSE);
    }

    private static Map<String, String> withDomain(String domain) {
        Map<String, String> properties = new TreeMap<>(site.properties());
        properties.put("domain", domain);
        return properties;
    }

    @Test
    void wrongPasswordIsRefusedEverywhere() throws Exception {
        SiteChecks.assertRefusesWrongPassword(site, "user3", "/user3/");
    }

    @Test
    void foldersHaveSpecialUse() throws Exception {
        try (LineClient imap = LineClient.signedIn(site, "user4")) {
            assertThat(imap.imap("LIST \"\" * RETURN (SPECIAL-USE)"))
                    .anyMatch(line -> line.contains("\\Sent") && line.endsWith("\"/\" Sent"))
                    .anyMatch(line -> line.contains("\\Archive"));
        }
    }

    @Test
    void calendarsOfOtherUsersAreReadOnly() throws Exception {
        SiteChecks.putEvent(site, "user5", "/user5/calendar/");

        assertThat(SiteChecks.dav(site, "user6", "GET", "/user5/calendar/event.ics", "")
                        .body())
                .contains("SUMMARY:lunch");
        assertThat(SiteChecks.dav(site, "user6", "DELETE", "/user5/calendar/event.ics", "")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void fullMailboxRefusesMail() throws Exception {
        try (LineClient imap = LineClient.signedIn(site, "user7")) {
            assertThat(SiteChecks.appendLarge(imap)).startsWith("t NO [OVERQUOTA]");
        }
    }

    @Test
    void connectionsPerUserAreLimited() throws Exception {
        List<LineClient> open = new ArrayList<>();
        try {
            for (int i = 0; i < SmallSite.CONNECTIONS_PER_USER; i++) {
                open.add(LineClient.signedIn(site, "user8"));
            }
            try (LineClient more = LineClient.signedIn(site, "user8")) {
                assertThatThrownBy(() -> more.imap("NOOP")).isInstanceOf(IOException.class);
            }
            assertThat(open.getFirst().imap("NOOP")).singleElement().asString().startsWith("t OK");
        } finally {
            for (LineClient conversation : open) {
                conversation.close();
            }
        }
    }

    @Test
    void configurationHasVersionsAndNoSecrets() throws Exception {
        String password = site.property("password");
        assertThat(service.configuration())
                .containsEntry("storage", "sdbox")
                .containsEntry("quota", "1 MiB")
                .hasEntrySatisfying("dovecot", version -> assertThat(version).startsWith("2."))
                .hasEntrySatisfying("postfix", version -> assertThat(version).startsWith("3."))
                .hasEntrySatisfying("radicale", version -> assertThat(version).startsWith("3."));
        assertThat(service.configuration().toString()).doesNotContain(password);
        assertThat(service.access().toString()).doesNotContain(password).contains(folder + "/password");
        assertThat(Files.readString(folder.resolve("password"))).isEqualTo(password);
        for (String secret : List.of("password", "dovecot.conf", "certificate/key.pem")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(secret))))
                    .as(secret)
                    .isEqualTo("rw-------");
        }
        assertThat(service.logs()).hasSize(3).allMatch(Files::exists);
        assertThat(service.status().state()).isEqualTo(SutStatus.State.RUNNING);
        assertThat(service.status().processIds())
                .hasSize(3)
                .allMatch(pid -> ProcessHandle.of(pid).orElseThrow().isAlive());
    }

    @Test
    void telemetryCountsQueuedMailAndProcesses() throws Exception {
        try (Stream<TelemetrySource.Sample> samples = samples()) {
            assertThat(samples.map(TelemetrySource.Sample::series))
                    .containsExactly("queued-mail", "deferred-mail", "store-processes");
        }
        Deadline.until("a sign-in adds a process", DovecotServiceTest::addsAProcess);
        Path waiting = Files.createFile(folder.resolve("postfix/queue/deferred").resolve("AB12"));
        assertThat(samples().toList().get(1).value()).isEqualTo(1);
        Files.delete(waiting);
    }

    /** Returns false while processes of earlier users are ending. */
    private static boolean addsAProcess() throws Exception {
        double before = storeProcesses();
        try (LineClient imap = LineClient.signedIn(site, "user9")) {
            imap.imap("NOOP");
            return storeProcesses() > before;
        }
    }

    private static Stream<TelemetrySource.Sample> samples() throws Exception {
        return new MailServersTelemetry().open(site).sample().stream();
    }

    private static double storeProcesses() throws Exception {
        return samples().toList().getLast().value();
    }
}
