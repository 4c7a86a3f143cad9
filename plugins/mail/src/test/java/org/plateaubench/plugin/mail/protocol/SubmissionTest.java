// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.content.Digests;
import org.plateaubench.plugin.mail.content.Headers;
import org.plateaubench.plugin.mail.content.Letter;
import org.plateaubench.plugin.mail.content.MessageComposer;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.protocol.Submitted.Fate;
import org.plateaubench.plugin.mail.server.Await;
import org.plateaubench.plugin.mail.server.Counted;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.PolicyServer;
import org.plateaubench.plugin.mail.server.PostfixServer;
import org.plateaubench.plugin.mail.server.PostfixServer.Port;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;

/** Submission to a Postfix that asks a Dovecot for passwords and hands it the mail. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class SubmissionTest {
    private static final List<Duration> QUICK = List.of(Duration.ofMillis(5), Duration.ofMillis(10));

    @TempDir
    private static Path folder;

    private Counted counted = new Counted();
    /** Recipients that Postfix asked after, in order. */
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    private PolicyServer policy;
    private DovecotServer dovecot;
    private PostfixServer postfix;
    private int sent;

    @BeforeAll
    void start() throws IOException, InterruptedException, SutException {
        // Daemons of both pass through as users of their own.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        policy = new PolicyServer();
        int authPort = Ports.free();
        dovecot = DovecotServer.start(
                Files.createDirectory(folder.resolve("dovecot")),
                "service auth {\n inet_listener {\n  address = 127.0.0.1\n  port = " + authPort + "\n }\n}");
        postfix = PostfixServer.start(
                Files.createDirectory(folder.resolve("postfix")), policy, authPort, dovecot.lmtpPort());
    }

    @AfterEach
    void forget() {
        counted = new Counted();
        asked.clear();
        policy.decide(question -> "dunno");
    }

    @AfterAll
    void stop() throws IOException, InterruptedException {
        postfix.close();
        dovecot.close();
        policy.close();
    }

    private MailSite site(Port port, Security security, Map<String, String> changed) {
        Map<String, String> properties = new java.util.HashMap<>(Map.of(
                MailSite.SMTP_PORT, Integer.toString(postfix.port(port)),
                MailSite.SMTP_SECURITY, security.title(),
                MailSite.TRUST, postfix.authority().toString()));
        properties.putAll(changed);
        return dovecot.site(Security.NONE, 1, properties);
    }

    private Submission submission(MailSite site, Account account, List<Duration> retries) {
        return new Submission(new MailSockets(site), account, retries, counted, System::nanoTime);
    }

    private long retries() {
        return counted.count(MailMeasure.SUBMISSION_RETRIES);
    }

    private Submission submission(Port port, Security security) {
        MailSite site = site(port, security, Map.of());
        return submission(site, site.account(1), QUICK);
    }

    private Submission submission() {
        return submission(Port.PLAIN, Security.NONE);
    }

    private OutgoingMail mail(String... recipients) {
        List<String> addresses =
                Stream.of(recipients).map(name -> name + "@mail.test").toList();
        sent++;
        Letter letter = new Letter("user1@mail.test", addresses, 0, "<" + sent + "@mail.test>", "token." + sent);
        byte[] message = MessageComposer.compose(letter, Sizes.CLASSIC.rows().get(2), Draws.of(sent));
        return OutgoingMail.of("user1@mail.test", addresses, message);
    }

    private String token() {
        return "token." + sent;
    }

    /** Waits until a message with the token is in the mailbox, and returns all such. */
    private List<byte[]> delivered(String recipient, String token) throws Exception {
        Path mailbox = folder.resolve("dovecot/homes/" + recipient + "/Maildir/new");
        List<byte[]> found = new ArrayList<>();
        Await.until("it is delivered", () -> {
            for (Path file : files(mailbox)) {
                byte[] message = Files.readAllBytes(file);
                if (token.equals(Headers.value(message, Headers.TOKEN))) {
                    found.add(message);
                }
            }
            return !found.isEmpty();
        });
        return found;
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private String log() {
        try {
            String log = Files.readString(postfix.log());
            return log.substring(Math.max(0, log.length() - 4000))
                    + dovecot.log().lines().reduce("", (a, b) -> b);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Recipients that are refused as their names say, each try noted. */
    private String byName(Map<String, String> question) {
        if (!"RCPT".equals(question.get("protocol_state"))) {
            return "dunno";
        }
        String name = Objects.requireNonNull(question.get("recipient"))
                .split("@", -1)[0]
                .toLowerCase(Locale.ROOT);
        boolean again = asked.contains(name);
        asked.add(name);
        if (name.startsWith("grey")) {
            return again ? "dunno" : "450 4.2.0 greylisted, come again";
        }
        if (name.startsWith("never")) {
            return "451 4.3.0 not today";
        }
        if (name.startsWith("full")) {
            return "452 4.2.2 mailbox full";
        }
        return name.startsWith("nobody") ? "550 5.1.1 no such user" : "dunno";
    }

    private static MailFailure failure(Submitted submitted) {
        @Nullable MailFailure failure = submitted.failure();
        assertThat(failure).isNotNull();
        return Objects.requireNonNull(failure);
    }

    private void assertAccepted(Submitted submitted, int recipients) {
        assertThat(submitted.failure()).as(() -> log()).isNull();
        assertThat(submitted.count(Fate.ACCEPTED)).isEqualTo(recipients);
    }

    @Test
    void whatIsRefusedForNowIsTriedAgainForThoseOnly() throws Exception {
        for (Port port : List.of(Port.PLAIN, Port.PLAINEST)) {
            asked.clear();
            forget();
            policy.decide(this::byName);
            String grey = "grey" + port.name().toLowerCase(Locale.ROOT);
            assertAccepted(submission(port, Security.NONE).send(mail("user6", grey)), 2);
            assertThat(asked).containsExactly("user6", grey, grey);
            assertThat(retries()).isEqualTo(1);
            delivered(grey, token());
            assertThat(delivered("user6", token())).hasSize(1);
        }
    }

    @Test
    void whatIsAlwaysRefusedForNowFailsAfterTheLastTry() {
        policy.decide(this::byName);
        Submitted submitted = submission().send(mail("never"));
        assertThat(failure(submitted).errorClass()).isEqualTo(MailError.REFUSED_FOR_NOW.title());
        assertThat(submitted.failure())
                .hasMessage("never@mail.test: 451 4.3.0 <never@mail.test>: Recipient address" + " rejected: not today");
        assertThat(submitted.count(Fate.UNSENT)).isEqualTo(1);
        assertThat(asked).containsExactly("never", "never", "never");
        assertThat(retries()).isEqualTo(2);
    }

    @Test
    void whatIsRefusedForGoodIsNotTriedAgainAndSparesTheOthers() throws Exception {
        for (Port port : List.of(Port.PLAIN, Port.PLAINEST)) {
            asked.clear();
            policy.decide(this::byName);
            Submission submission = submission(port, Security.NONE);
            Submitted submitted = submission.send(mail("user7", "nobody", "user8"));
            assertThat(failure(submitted).errorClass()).isEqualTo(MailError.REFUSED.title());
            assertThat(failure(submitted).connectionLost()).isFalse();
            assertThat(submitted.fate(0)).isEqualTo(Fate.ACCEPTED);
            assertThat(submitted.fate(1)).isEqualTo(Fate.REFUSED);
            assertThat(submitted.acceptedNanos(1)).isZero();
            assertThat(submitted.fate(2)).isEqualTo(Fate.ACCEPTED);
            delivered("user8", token());
            Submitted none = submission.send(mail("nobody1", "nobody2"));
            assertThat(none.count(Fate.REFUSED)).isEqualTo(2);
            assertAccepted(submission.send(mail("user8")), 1);
            assertThat(asked).containsExactly("user7", "nobody", "user8", "nobody1", "nobody2", "user8");
            assertThat(retries()).isZero();
        }
    }

    @Test
    void aFullMailboxIsAQuestionOfQuota() {
        policy.decide(this::byName);
        assertThat(failure(submission().send(mail("full"))).errorClass()).isEqualTo(MailError.QUOTA.title());
    }

    @Test
    void aRefusalAtTheEndOfTheMessageIsForAll() {
        policy.decide(question -> "END-OF-MESSAGE".equals(question.get("protocol_state")) ? "554 5.6.0 bad" : "dunno");
        Submission submission = submission();
        Submitted submitted = submission.send(mail("user2", "user3"));
        assertThat(submitted.count(Fate.REFUSED)).isEqualTo(2);
        assertThat(failure(submitted).errorClass()).isEqualTo(MailError.REFUSED.title());
        policy.decide(question -> "dunno");
        assertAccepted(submission.send(mail("user2")), 1);
        assertThat(retries()).isZero();
    }

    @Test
    void aServerThatDiesAfterTheFinalDotLeavesTheFateUnknown() {
        policy.decide(question -> {
            if ("END-OF-MESSAGE".equals(question.get("protocol_state"))) {
                postfix.killConnections();
            }
            return "dunno";
        });
        Submission submission = submission();
        Submitted submitted = submission.send(mail("user2", "user3"));
        assertThat(submitted.count(Fate.UNCERTAIN)).isEqualTo(2);
        assertThat(failure(submitted).errorClass()).isEqualTo(MailError.CONNECTION.title());
        assertThat(failure(submitted).connectionLost()).isTrue();
        assertThat(counted.count(MailMeasure.DELIVERIES_UNCERTAIN)).isEqualTo(2);
        policy.decide(question -> "dunno");
        assertAccepted(submission.send(mail("user2")), 1);
    }

    @Test
    void anAbortWhileTheServerThinksAboutTheMessageLeavesTheFateUnknown() throws Exception {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        policy.decide(question -> {
            if ("END-OF-MESSAGE".equals(question.get("protocol_state"))) {
                thinking.countDown();
                await(enough);
            }
            return "dunno";
        });
        Submission submission = submission();
        AtomicReference<@Nullable Submitted> result = new AtomicReference<>();
        Thread sender = Thread.ofVirtual().start(() -> result.set(submission.send(mail("user2"))));
        await(thinking);
        submission.abort();
        assertThat(sender.join(Duration.ofSeconds(20))).isTrue();
        enough.countDown();
        Submitted submitted = Objects.requireNonNull(result.get());
        assertThat(submitted.fate(0)).isEqualTo(Fate.UNCERTAIN);
        assertThat(failure(submitted)).hasMessageContaining("cancelled");
        policy.decide(question -> "dunno");
        assertAccepted(submission.send(mail("user2")), 1);
    }

    @Test
    void anAbortEndsTheWaitForAnotherTry() throws Exception {
        CountDownLatch refused = new CountDownLatch(1);
        policy.decide(question -> {
            refused.countDown();
            return byName(question);
        });
        MailSite site = site(Port.PLAIN, Security.NONE, Map.of());
        Submission submission = submission(site, site.account(1), List.of(Duration.ofHours(1)));
        AtomicReference<@Nullable Submitted> result = new AtomicReference<>();
        Thread sender = Thread.ofVirtual().start(() -> result.set(submission.send(mail("never"))));
        await(refused);
        submission.abort();
        assertThat(sender.join(Duration.ofSeconds(20))).isTrue();
        assertThat(Objects.requireNonNull(result.get()).fate(0)).isEqualTo(Fate.UNSENT);
        assertThat(retries()).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServerThatHasEnoughCostsTheConnection() {
        policy.decide(this::byName);
        Submission submission = submission();
        Submitted submitted = submission.send(
                mail("nobody1", "nobody2", "nobody3", "nobody4", "nobody5", "nobody6", "nobody7", "nobody8", "user2"));
        assertThat(failure(submitted).errorClass()).isEqualTo(MailError.SERVER.title());
        assertThat(failure(submitted)).hasMessageContaining("421");
        assertThat(failure(submitted).connectionLost()).isTrue();
        assertThat(submitted.fate(8)).isEqualTo(Fate.UNSENT);
        assertAccepted(submission.send(mail("user2")), 1);
        assertThat(retries()).isZero();
    }

    @Test
    void aServerThatTakesNoMoreConnectionsSaysSo() throws MailFailure {
        MailSite site = site(Port.SINGLE, Security.NONE, Map.of());
        MailLink link = new MailLink(new MailSockets(site), site.smtp(), counted);
        try (SmtpConnection first = SmtpConnection.open(link, site.account(1))) {
            MailFailure failure = failure(submission(Port.SINGLE, Security.NONE).send(mail("user2")));
            assertThat(first.offers("PIPELINING")).isTrue();
            assertThat(failure.errorClass()).isEqualTo(MailError.TOO_MANY_CONNECTIONS.title());
        }
    }

    @Test
    void aServerWithoutPipeliningGetsOneCommandAtATime() throws Exception {
        Submission submission = submission(Port.PLAINEST, Security.NONE);
        assertAccepted(submission.send(mail("user2", "user9")), 2);
        assertThat(delivered("user9", token())).hasSize(1);
        assertThat(counted.count(MailMeasure.PIPELINING_FALLBACKS)).isEqualTo(1);
    }
}
