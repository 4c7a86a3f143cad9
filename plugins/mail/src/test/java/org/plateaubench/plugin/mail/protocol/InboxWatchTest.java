// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.LossyRelay;

/** The notification of a user of new mail. */
@Tag("slow")
final class InboxWatchTest {
    private static final InboxWatch.Timing LONG_INTERVALS = new InboxWatch.Timing(60_000, 60_000, 20_000, 10, 100);
    private static final AtomicInteger USERS = new AtomicInteger();

    private static DovecotServer server;

    private TestUser user;
    private final Map<String, Long> reportedAt = new ConcurrentHashMap<>();

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = DovecotServer.start(folder);
    }

    @BeforeEach
    void newUser() {
        user = TestUser.of(server.site(Security.NONE), USERS.incrementAndGet());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private InboxWatch watch(TestUser watcher, InboxWatch.Timing timing) {
        return new InboxWatch(
                watcher.sockets(), watcher.counted(), watcher.account(), reportedAt::put, System::nanoTime, timing);
    }

    private static void end(InboxWatch watch, Thread thread) throws InterruptedException {
        watch.close();
        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void arrivalsAreReportedOnceWithTheirTime() throws Exception {
        ImapConnection connection = user.open();
        connection.append("INBOX", TestUser.message("run-before", "a", 10));
        InboxWatch watch = watch(user, LONG_INTERVALS);
        Thread thread = Watching.start(watch);
        Deadline.until("the watch waits", () -> user.count(MailMeasure.IDLE_WATCHES) == 1);

        for (int i = 0; i < 2; i++) {
            String token = "run-" + i;
            long sent = System.nanoTime();
            connection.append("INBOX", TestUser.message(token, "a", 10));
            Deadline.until("the message is reported", () -> reportedAt.containsKey(token));
            assertThat(reportedAt.get(token)).isBetween(sent, System.nanoTime());
        }
        connection.append("INBOX", TestUser.message("run-many", "a", 10));
        connection.append("INBOX", TestUser.message("run-more", "a", 10));
        Deadline.until("all messages are reported", () -> reportedAt.size() == 4);
        end(watch, thread);

        assertThat(reportedAt).doesNotContainKey("run-before");
        assertThat(user.count(MailMeasure.IDLE_DROPS)).isZero();
        assertThat(user.count(MailMeasure.IDLE_WATCHES)).isZero();
    }

    @Test
    void droppedWatchReconnectsAndMissesNothing() throws Exception {
        try (LossyRelay relay = new LossyRelay(server.imapPort())) {
            TestUser watcher = TestUser.of(
                    server.site(Security.NONE, relay.port(), Map.of()),
                    user.account().number());
            InboxWatch watch = watch(watcher, LONG_INTERVALS);
            Thread thread = Watching.start(watch);
            Deadline.until("the watch waits", () -> watcher.count(MailMeasure.IDLE_WATCHES) == 1);
            relay.loseAfter(0);
            user.open().append("INBOX", TestUser.message("run-lost", "a", 10));
            Deadline.until("the notification is lost", () -> relay.lost() > 0);
            relay.loseNothing();
            relay.closeAll();
            Deadline.until("the message is reported", () -> reportedAt.containsKey("run-lost"));
            user.open().append("INBOX", TestUser.message("run-next", "a", 10));
            Deadline.until("the next message is reported", () -> reportedAt.containsKey("run-next"));
            end(watch, thread);

            assertThat(watcher.count(MailMeasure.IDLE_DROPS)).isEqualTo(1);
            assertThat(watcher.count(MailMeasure.IMAP_SESSIONS)).isEqualTo(2);
        }
    }

    /** A user may read a message before the watch has fetched it: then the server reports its flags first. */
    @Test
    void unfetchedMessageIsReportedDespiteFlagUpdate() throws Exception {
        AtomicInteger waits = new AtomicInteger();
        String headers = "X-Plateau-Token: run-read\r\n\r\n";
        try (ScriptedImap scripted = ScriptedImap.standard(command -> {
            if (command.startsWith("EXAMINE")) {
                return "* 0 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 1] x\r\nTAG OK";
            }
            if (command.equals("IDLE")) {
                return waits.incrementAndGet() == 1
                        ? "+ waiting\r\n* 1 EXISTS\r\n* 1 FETCH (UID 1 FLAGS (\\Seen))\r\nTAG OK"
                        : "+ waiting";
            }
            return command.startsWith("UID FETCH 1:*")
                    ? "* 1 FETCH (UID 1 FLAGS (\\Seen) RFC822.SIZE 5 BODY[HEADER.FIELDS (X-PLATEAU-TOKEN)] {"
                            + headers.length() + "}\r\n" + headers + ")\r\nTAG OK"
                    : command.equals("DONE") ? "* OK continued" : "";
        })) {
            AtomicLong idleStartNanos = new AtomicLong();
            TestUser watcher = scripted.user();
            InboxWatch.Listener listener = new InboxWatch.Listener() {
                @Override
                public void arrived(String token, long arrivedNanos) {
                    reportedAt.put(token, arrivedNanos);
                }

                @Override
                public void watchStarted(long nowNanos) {
                    idleStartNanos.set(nowNanos);
                }
            };
            InboxWatch watch = new InboxWatch(
                    watcher.sockets(),
                    watcher.counted(),
                    watcher.account(),
                    listener,
                    System::nanoTime,
                    LONG_INTERVALS);
            Thread thread = Watching.start(watch);
            Deadline.until("the watch waits again", () -> waits.get() == 2);
            end(watch, thread);

            assertThat(reportedAt).containsOnlyKeys("run-read");
            assertThat(idleStartNanos.get()).isNotZero().isLessThan(reportedAt.get("run-read"));
        }
    }

    @Test
    void interruptEndsTheWatch() throws Exception {
        InboxWatch watch = watch(user, LONG_INTERVALS);
        Thread thread = Watching.start(watch);
        Deadline.until("the watch waits", () -> user.count(MailMeasure.IDLE_WATCHES) == 1);

        thread.interrupt();

        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        assertThat(user.count(MailMeasure.IDLE_WATCHES)).isZero();
        assertThat(user.count(MailMeasure.IDLE_DROPS)).isZero();
    }
}
