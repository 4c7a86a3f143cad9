// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.service.host.Conversation;
import org.plateaubench.plugin.mail.service.host.SiteKeys;
import org.plateaubench.plugin.mail.service.host.Sites;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** Real Cyrus and Postfix. */
@Tag("slow")
@Timeout(120)
class CyrusServiceTest {
    private static final String SOME_DAY = """
        <C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav">
        <C:time-range start="20260101T000000Z" end="20260102T000000Z"/></C:free-busy-query>\
        """;

    @TempDir
    private static Path folder = Path.of("");

    private static SutService service = service();
    private static SutAddress site = new SutAddress("none", "none", Map.of());

    private static SutService service() {
        return service(folder);
    }

    private static SutService service(Path in) {
        return new CyrusServiceType().create(new SutContext<>("site", SutContext.Mode.EMBEDDED, parameters(), in));
    }

    static CyrusParameters parameters() {
        return new CyrusParameters(
                "../../.plateau/cyrus",
                new SiteKeys(Security.TLS, 200, 0, 20, 1, "plateau.test", "user{n}", 0, 0, 0, 0, 0, 0, Map.of()),
                Map.of());
    }

    @BeforeAll
    static void start() throws Exception {
        service = service();
        site = service.start(Progress.SILENT);
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
        Sites.eventually("nothing is left", () -> Sites.processesOf(folder).isEmpty());
        assertThat(service.status().state()).isEqualTo(SutStatus.State.STOPPED);
        service.clear();
        assertThat(folder.resolve("mail")).doesNotExist();
    }

    @Test
    void whatIsSubmittedArrivesAndWaitersHearOfIt() throws Exception {
        Sites.assertDelivers(site);
    }

    @Test
    void isNobodyWithoutCapabilitiesInAFolderThatEverybodyReaches() throws Exception {
        assumeTrue(isReachedByNobody(Path.of("../../.plateau/cyrus")), "the programs lie in a folder of root alone");
        Path open = Files.createTempDirectory("plateau-site"); // Not below JUnit's, which is its owner's alone.
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (SutService own = service(open)) {
            SutAddress given = own.start(Progress.SILENT);
            Path status = Path.of("/proc/" + own.status().processIds().getFirst() + "/status");
            assertThat(Files.readAllLines(status))
                    .contains(
                            "Uid:\t65534\t65534\t65534\t65534",
                            "CapEff:\t0000000000000000",
                            "CapBnd:\t0000000000000000",
                            "NoNewPrivs:\t1");
            assertThat(Conversation.submit(given, "user1", "user2", "a token")).startsWith("250");
            Sites.eventually("it arrives", () -> Sites.count(given, "user2", "a token") == 1);
            Sites.assertRefusesWrongPassword(given, "user3", "/dav/calendars/user/user3/");
        } finally {
            FileTree.remove(open);
        }
    }

    private static boolean isReachedByNobody(Path programs) throws Exception {
        return new ProcessBuilder(
                                "setpriv",
                                "--reuid=65534",
                                "--regid=65534",
                                "--clear-groups",
                                "ls",
                                programs.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @Test
    void aWrongPasswordIsRefusedEverywhere() throws Exception {
        Sites.assertRefusesWrongPassword(site, "user3", "/dav/calendars/user/user3/");
    }

    @Test
    void foldersAreThereWithWhatTheyAreFor() throws Exception {
        try (Conversation imap = Conversation.signedIn(site, "user4")) {
            assertThat(imap.imap("LIST (SPECIAL-USE) \"\" *"))
                    .anyMatch(line -> line.endsWith("\\sent) \"/\" Sent"))
                    .anyMatch(line -> line.endsWith("\\archive) \"/\" Archive"));
        }
    }

    @Test
    void whoIsSignedInMayAskWhenOthersAreBusyButNotWhy() throws Exception {
        for (String user : List.of("user5", "user6")) {
            Conversation.signedIn(site, user).close(); // Makes the mailbox, without which there is no calendar.
        }
        Sites.putEvent(site, "user5", "/dav/calendars/user/user5/calendar/");
        // Others' calendars are seen below one's own.
        String shared = "/dav/calendars/user/user6/user5.calendar/";

        assertThat(Sites.dav(site, "user6", "REPORT", shared, SOME_DAY).body()).contains("FREEBUSY");
        assertThat(Sites.dav(site, "user6", "GET", shared + "event.ics", "").statusCode())
                .isEqualTo(403);
    }

    @Test
    void calendarsAndContactsAreUsedByTheWorkloadsClient() throws Exception {
        for (int number = 11; number <= 15; number++) {
            Conversation.signedIn(site, "user" + number).close(); // As above.
        }
        CyrusCalendar calendar = new CyrusCalendar(site);
        calendar.keepsEventsAndTheirEtags();
        calendar.findsContacts();
        calendar.tellsWhenOthersAreBusyWhereItShowsTheirCalendars();
    }

    @Test
    void aFullMailboxTakesNothing() throws Exception {
        try (Conversation imap = Conversation.signedIn(site, "user7")) {
            assertThat(Sites.appendLarge(imap)).startsWith("t NO").containsIgnoringCase("over quota");
        }
    }
}
