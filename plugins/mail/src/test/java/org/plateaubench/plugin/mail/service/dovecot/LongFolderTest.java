// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutService;

/** Sockets have paths of 107 characters at most; folders of SUTs do not. */
@Tag("slow")
@Timeout(120)
class LongFolderTest {
    @Test
    void mailArrivesAndIsKeptInAFolderWithALongPath(@TempDir Path temporary) throws Exception {
        Path folder = Files.createDirectories(temporary.resolve("long".repeat(30)));
        Path elsewhere;
        try (SutService service = Given.service(folder)) {
            SutAddress site = service.start(Progress.SILENT);
            elsewhere = folder.resolve("run-elsewhere").toRealPath();

            assertThat(Conversation.submit(site, "user1", "user2", "a token")).startsWith("250");

            Sites.eventually("it is delivered", () -> Sites.count(site, "user2", "a token") == 1);
            // Postfix writes this when it has had the answer, and so after the message is in the mailbox.
            Sites.eventually(
                    "that is logged",
                    () -> Files.readString(folder.resolve("postfix.log")).contains("status=sent"));
        }
        assertThat(elsewhere).doesNotExist();
        // What links to it is removed, and not what it holds.
        assertThat(folder.resolve("postfix/queue/deferred")).isDirectory();
    }
}
