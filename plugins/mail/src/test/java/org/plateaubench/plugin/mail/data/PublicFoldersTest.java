// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.spi.Progress;

/** Folders that all users of a server share are listed with their own, and are neither filled nor cleared. */
@Tag("slow")
class PublicFoldersTest {
    private static final String BOARD = "Public.Board";
    private static DovecotServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = DovecotServer.start(
                folder,
                "namespace public {",
                "  type = public",
                "  separator = .",
                "  prefix = Public.",
                "  location = maildir:" + folder.resolve("homes").resolve("public"),
                "  list = yes",
                "  subscriptions = no",
                "}",
                "namespace inbox {",
                "  separator = .",
                "}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static SutAddress site(String login) {
        return server.address(Security.NONE, server.imapPort(), Map.of(MailSite.LOGIN, login + "{n}"));
    }

    private static void post(SutAddress site, String board) throws MailFailure {
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            mailbox.create(board);
        }
        TestData.put(site, 1, board, TestData.message("From: somebody@mail.test"));
    }

    @Test
    void reloadKeepsPublicFolders() throws Exception {
        SutAddress site = site("public");
        TestData.of(site, 1).prepare(DataPolicy.REUSE, Progress.SILENT);
        post(site, BOARD);
        TestData.of(site, 1).prepare(DataPolicy.RELOAD, Progress.SILENT);
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            assertThat(mailbox.select(BOARD).messages()).isEqualTo(1);
        }
    }

    @Test
    void publicFolderContentIsNotForeign() throws Exception {
        SutAddress site = site("empty");
        post(site, "Public.News");
        TestData.of(site, 1).prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(TestData.contents(site, 1).get("1 INBOX")).hasSize(TestData.MAIL.inbox());
    }
}
