// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.server.Await;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.testkit.LossyRelay;

/** What failures of a server are called, and whether the connection is lost by them. */
@Tag("slow")
final class ImapRefusalTest {
    private static DovecotServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = DovecotServer.start(
                folder,
                "mail_max_userip_connections = 3",
                "mail_plugins = quota",
                "plugin {",
                "  quota = count:User quota",
                "  quota_rule = *:storage=100K",
                "  quota_grace = 0",
                "  quota_vsizes = yes",
                "}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static TestUser user(int number) {
        return TestUser.of(server.site(Security.NONE), number);
    }

    private static void failed(MailFailure failure, String errorClass, boolean lost) {
        assertThat(failure).isNotNull();
        assertThat(failure.errorClass()).as(failure.getMessage()).isEqualTo(errorClass);
        assertThat(failure.connectionLost()).isEqualTo(lost);
    }

    @Test
    void aMailboxThatIsFull() throws Exception {
        ImapConnection connection = user(1).open();
        connection.append("INBOX", TestUser.message("run-1", "a", 60_000));

        failed(
                catchThrowableOfType(
                        MailFailure.class, () -> connection.append("INBOX", TestUser.message("run-2", "a", 60_000))),
                "quota",
                false);
        connection.run("NOOP", null);
    }

    @Test
    void anAccountThatIsNotLetIn() {
        TestUser user =
                TestUser.of(server.site(Security.NONE, server.imapPort(), Map.of(MailSite.PASSWORD, "hidden-word")), 2);

        MailFailure failure = catchThrowableOfType(MailFailure.class, user::open);

        failed(failure, "authentication", true);
        assertThat(failure).hasMessageNotContaining("hidden-word");
    }

    @Test
    void moreConnectionsThanAUserMayHave() throws Exception {
        TestUser user = user(3);
        List<ImapConnection> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            open.add(user.open());
        }

        failed(catchThrowableOfType(MailFailure.class, user::open), "too-many-connections", true);
        open.getFirst().logout();
    }

    @Test
    void whatIsNotThereOrNotSense() throws Exception {
        ImapConnection connection = user(4).open();

        failed(
                catchThrowableOfType(
                        MailFailure.class, () -> connection.select(new Mailbox("Nowhere", 1, token -> true))),
                "refused",
                false);
        failed(
                catchThrowableOfType(
                        MailFailure.class, () -> connection.append("Nowhere", TestUser.message("run-1", "a", 10))),
                "refused",
                false);
        failed(
                catchThrowableOfType(MailFailure.class, () -> connection.search("BODY x", index -> false, false)),
                "protocol",
                false);
        connection.run("NOOP", null);
    }

    @Test
    void aFetchThatStallsIsGivenUpFromAnotherThread() throws Exception {
        try (LossyRelay relay = new LossyRelay(server.imapPort());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            TestUser user = TestUser.of(server.site(Security.NONE, relay.port(), Map.of()), 5);
            MailLink link = user.link();
            ImapConnection connection = user.open(link);
            connection.append("INBOX", TestUser.message("run-1", "a", 50_000));
            connection.select(TestUser.inbox());
            relay.loseAfter(0);
            CompletableFuture<MailFailure> failure = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(MailFailure.class, () -> connection.read(1, body -> true)), threads);
            Await.until("the answer is lost", () -> relay.lost() > 0);

            link.abort();

            failed(failure.get(20, TimeUnit.SECONDS), "connection", true);
        }
    }

    @Test
    void aServerThatIsKilledDuringAFetch(@TempDir Path folder) throws Exception {
        try (DovecotServer mortal = DovecotServer.start(folder);
                LossyRelay relay = new LossyRelay(mortal.imapPort());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            TestUser user = TestUser.of(mortal.site(Security.NONE, relay.port(), Map.of()), 1);
            Mailbox inbox = TestUser.inbox();
            ImapConnection connection = user.open();
            connection.append("INBOX", TestUser.message("run-1", "a", 50_000));
            connection.select(inbox);
            relay.loseAfter(0);
            CompletableFuture<MailFailure> failure = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(MailFailure.class, () -> connection.read(1, body -> true)), threads);
            Await.until("the answer is lost", () -> relay.lost() > 0);

            mortal.kill();
            Await.until("the relay knows", () -> relay.untold() > 0);
            relay.loseNothing();

            failed(failure.get(20, TimeUnit.SECONDS), "connection", true);
            failed(catchThrowableOfType(MailFailure.class, () -> connection.run("NOOP", null)), "connection", true);
            mortal.restart();
            assertThat(user.open(inbox).read(1, body -> true).sizeBytes()).isGreaterThan(50_000);
        }
    }

    @Test
    void aServerThatSaysGoodbye() throws Exception {
        ImapConnection connection = user(6).open();
        server.endSessions();

        MailFailure[] failure = new MailFailure[1];
        Await.until("it has said so", () -> {
            failure[0] = catchThrowableOfType(MailFailure.class, () -> connection.run("NOOP", null));
            return failure[0] != null;
        });
        failed(failure[0], "server", true);
    }
}
