// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.content.Headers;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.protocol.Flag;
import org.plateaubench.plugin.mail.protocol.ImapConnection;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.plugin.mail.protocol.Mailbox;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.spi.Progress;

/** Servers with a prefix for personal folders, with another name for the folder of sent mail, or with public folders. */
@Tag("slow")
class FolderLayoutTest {
    private static DovecotServer prefixed;
    private static DovecotServer named;
    private static DovecotServer shared;

    @BeforeAll
    static void start(@TempDir Path first, @TempDir Path second, @TempDir Path third) throws Exception {
        prefixed = DovecotServer.start(first, "namespace inbox {", "  separator = .", "  prefix = INBOX.", "}");
        named = DovecotServer.start(
                second,
                "namespace inbox {",
                "  separator = /",
                "  mailbox \"Gesendet & Übersicht\" {",
                "    auto = create",
                "    special_use = \\Sent",
                "  }",
                "}");
        shared = DovecotServer.start(
                third,
                "namespace public {",
                "  type = public",
                "  separator = .",
                "  prefix = Public.",
                "  location = maildir:" + third.resolve("homes").resolve("public"),
                "  list = yes",
                "  subscriptions = no",
                "}",
                "namespace inbox {",
                "  separator = .",
                "}");
    }

    @AfterAll
    static void stop() {
        prefixed.close();
        named.close();
        shared.close();
    }

    private static SutAddress site(DovecotServer server, String login) {
        return server.address(Security.NONE, server.imapPort(), Map.of(MailSite.LOGIN, login + "{n}"));
    }

    @Test
    void foldersBelowPrefixAreFilledAndRemoved() throws Exception {
        SutAddress site = site(prefixed, "below");
        fillAndUse(site);
        assertThat(listed(prefixed, "below1")).contains("INBOX.Sent", "INBOX.Archive-6", "INBOX.Plateau");
        clear(site);
        assertThat(listed(prefixed, "below1")).containsExactly("INBOX");
    }

    @Test
    void sentFolderNamedByServerIsUsed() throws Exception {
        SutAddress site = site(named, "named");
        fillAndUse(site);
        assertThat(listed(named, "named1"))
                .contains("Gesendet &- &ANw-bersicht", "Archive-1")
                .doesNotContain("Sent");
        clear(site);
        assertThat(listed(named, "named1")).containsExactlyInAnyOrder("INBOX", "Gesendet &- &ANw-bersicht");
    }

    /** Loads the data, performs a user's operations on each folder, and restores and checks the data. */
    private static void fillAndUse(SutAddress address) throws Exception {
        TestData.of(address, 1).prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(TestData.contents(address, 1)).hasSize(Folders.filled().size());
        MailSite site = new MailSite(address);
        ImapConnection connection =
                ImapConnection.open(MailLink.imap(new MailSockets(site), Counts.NONE), site.account(1), Counts.NONE);
        Mailbox inbox = new Mailbox(Folders.INBOX, 100, token -> true);
        connection.select(inbox);
        connection.append(
                Folders.SENT, TestData.message(Headers.TOKEN + ": run.1.1").bytes(), Flag.SEEN);
        connection.move(inbox.uid(0), Folders.archive(0));
        connection.delete(inbox.uid(0));
        Map<String, FolderState> folders = connection.folders();
        assertThat(folders.keySet()).containsAll(Folders.filled());
        folders.replaceAll((folder, state) -> new FolderState(state.messages(), 0));
        assertThat(folders)
                .containsEntry(Folders.INBOX, new FolderState(TestData.MAIL.inbox() - 2, 0))
                .containsEntry(Folders.SENT, new FolderState(TestData.MAIL.sent() + 1, 0))
                .containsEntry(Folders.archive(0), new FolderState(TestData.MAIL.messages(2) + 1, 0));
        connection.logout();
        MailDataSet data = TestData.of(address, 1);
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(data.verify()).noneMatch(finding -> finding.severity() == Finding.Severity.PROBLEM);
        assertThat(TestData.contents(address, 1).get("1 " + Folders.SENT)).hasSize(TestData.MAIL.sent());
    }

    private static void clear(SutAddress address) throws Exception {
        TestData.of(address, 1).clear(Progress.SILENT);
    }

    /** Returns the names of an account's folders as the server sends them. */
    private static List<String> listed(DovecotServer server, String login) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.imapPort());
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            String commands = "a LOGIN " + login + " " + DovecotServer.PASSWORD + "\r\nb LIST \"\" *\r\nc LOGOUT\r\n";
            socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
            return in.lines()
                    .filter(line -> line.startsWith("* LIST"))
                    .map(line -> line.replaceFirst(".*\"[./]\" ", "").replace("\"", ""))
                    .toList();
        }
    }

    private static void post(SutAddress site, String board) throws MailFailure {
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            mailbox.create(board);
        }
        TestData.put(site, 1, board, TestData.message("From: somebody@mail.test"));
    }

    @Test
    void reloadKeepsPublicFolders() throws Exception {
        SutAddress site = site(shared, "public");
        TestData.of(site, 1).prepare(DataPolicy.REUSE, Progress.SILENT);
        post(site, "Public.Board");
        TestData.of(site, 1).prepare(DataPolicy.RELOAD, Progress.SILENT);
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            assertThat(mailbox.select("Public.Board").messages()).isEqualTo(1);
        }
    }

    @Test
    void publicFolderContentIsNotForeign() throws Exception {
        SutAddress site = site(shared, "empty");
        post(site, "Public.News");
        TestData.of(site, 1).prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(TestData.contents(site, 1).get("1 INBOX")).hasSize(TestData.MAIL.inbox());
    }
}
