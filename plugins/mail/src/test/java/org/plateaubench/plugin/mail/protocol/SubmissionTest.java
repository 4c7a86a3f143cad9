// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.content.Letter;
import org.plateaubench.plugin.mail.content.MessageComposer;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.protocol.SmtpConnection.Reply;
import org.plateaubench.plugin.mail.protocol.Submitted.Fate;
import org.plateaubench.plugin.mail.server.TestCounts;

/** Messages that a server refuses, loses or delays. */
final class SubmissionTest {
    private static final List<Duration> SHORT_PAUSES = List.of(Duration.ofMillis(5), Duration.ofMillis(10));

    private ScriptedSmtp server;
    private ScriptedSmtp withoutPipelining;
    private TestCounts counted = new TestCounts();
    private int sent;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedSmtp(true, 10);
        withoutPipelining = new ScriptedSmtp(false, 10);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        withoutPipelining.close();
    }

    private Submission submission(ScriptedSmtp smtp, List<Duration> retries) {
        MailSite site = ScriptedImap.site(1, smtp.port());
        return new Submission(new MailSockets(site), site.account(1), retries, counted, System::nanoTime);
    }

    private Submission submission() {
        return submission(server, SHORT_PAUSES);
    }

    private long retries() {
        return counted.count(MailMeasure.SUBMISSION_RETRIES);
    }

    private OutgoingMail mail(String... recipients) {
        List<String> addresses =
                Stream.of(recipients).map(name -> name + "@mail.test").toList();
        sent++;
        Letter letter = new Letter("user1@mail.test", addresses, 0, "<" + sent + "@mail.test>", "token." + sent);
        byte[] message = MessageComposer.compose(letter, Sizes.CLASSIC.rows().get(2), Draws.of(sent));
        return OutgoingMail.of("user1@mail.test", addresses, message);
    }

    /** Returns the answer to a recipient, which depends on the name. */
    private static String answerByName(ScriptedSmtp server, String name) {
        return switch (name.replaceAll("\\d", "")) {
            case "grey" ->
                server.requestedRecipients().indexOf(name)
                                < server.requestedRecipients().size() - 1
                        ? "250 2.0.0 OK"
                        : "450 4.2.0 greylisted, come again";
            case "never" -> "451 4.3.0 not today";
            case "full" -> "452 4.2.2 mailbox full";
            case "nobody" -> "550 5.1.1 no such user";
            default -> "250 2.0.0 OK";
        };
    }

    private List<ScriptedSmtp> serversAnsweringByName() {
        for (ScriptedSmtp each : List.of(server, withoutPipelining)) {
            each.answerRecipients(name -> answerByName(each, name));
        }
        return List.of(server, withoutPipelining);
    }

    private static MailFailure failure(Submitted submitted) {
        @Nullable MailFailure failure = submitted.failure();
        assertThat(failure).isNotNull();
        return Objects.requireNonNull(failure);
    }

    private static void assertAccepted(Submitted submitted, int recipients) {
        assertThat(submitted.failure()).isNull();
        assertThat(submitted.count(Fate.ACCEPTED)).isEqualTo(recipients);
    }

    @Test
    void temporarilyRefusedRecipientsAreRetried() {
        for (ScriptedSmtp each : serversAnsweringByName()) {
            counted = new TestCounts();

            assertAccepted(submission(each, SHORT_PAUSES).send(mail("user6", "grey")), 2);

            assertThat(each.requestedRecipients()).containsExactly("user6", "grey", "grey");
            assertThat(retries()).isEqualTo(1);
            assertThat(each.delivered()).containsExactly("user6 token." + sent, "grey token." + sent);
        }
    }

    @Test
    void temporaryRefusalFailsAfterLastRetry() {
        serversAnsweringByName();

        Submitted submitted = submission().send(mail("never"));

        assertThat(failure(submitted).errorClass()).isEqualTo(MailError.REFUSED_FOR_NOW.title());
        assertThat(submitted.failure()).hasMessage("never@mail.test: 451 4.3.0 not today");
        assertThat(submitted.count(Fate.UNSENT)).isEqualTo(1);
        assertThat(server.requestedRecipients()).containsExactly("never", "never", "never");
        assertThat(retries()).isEqualTo(2);
    }

    @Test
    void permanentRefusalIsNotRetried() {
        for (ScriptedSmtp each : serversAnsweringByName()) {
            Submission submission = submission(each, SHORT_PAUSES);

            Submitted submitted = submission.send(mail("user7", "nobody", "user8"));
            assertThat(failure(submitted).errorClass()).isEqualTo(MailError.REFUSED.title());
            assertThat(failure(submitted).connectionLost()).isFalse();
            assertThat(submitted.fate(0)).isEqualTo(Fate.ACCEPTED);
            assertThat(submitted.fate(1)).isEqualTo(Fate.REFUSED);
            assertThat(submitted.acceptedNanos(1)).isZero();
            assertThat(submitted.fate(2)).isEqualTo(Fate.ACCEPTED);
            assertThat(each.delivered()).containsExactly("user7 token." + sent, "user8 token." + sent);

            Submitted none = submission.send(mail("nobody1", "nobody2"));
            assertThat(none.count(Fate.REFUSED)).isEqualTo(2);
            assertAccepted(submission.send(mail("user8")), 1);

            assertThat(each.requestedRecipients())
                    .containsExactly("user7", "nobody", "user8", "nobody1", "nobody2", "user8");
            assertThat(retries()).isZero();
        }
    }

    @Test
    void connectionLossAfterFinalDotIsUncertain() {
        server.answerMessages(() -> ScriptedSmtp.CUT);
        Submission submission = submission();

        Submitted submitted = submission.send(mail("user2", "user3"));
        assertThat(submitted.count(Fate.UNCERTAIN)).isEqualTo(2);
        assertThat(failure(submitted).errorClass()).isEqualTo(MailError.CONNECTION.title());
        assertThat(failure(submitted).connectionLost()).isTrue();
        assertThat(counted.count(MailMeasure.DELIVERIES_UNCERTAIN)).isEqualTo(2);

        server.answerMessages(() -> "250 2.0.0 OK");
        assertAccepted(submission.send(mail("user2")), 1);
    }

    @Test
    void abortDuringDeliveryIsUncertain() throws Exception {
        CountDownLatch messageRead = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        server.answerMessages(() -> {
            messageRead.countDown();
            await(aborted);
            return "250 2.0.0 OK";
        });
        Submission submission = submission();
        AtomicReference<@Nullable Submitted> result = new AtomicReference<>();
        Thread sender = Thread.ofVirtual().start(() -> result.set(submission.send(mail("user2"))));
        await(messageRead);
        submission.abort();
        assertThat(sender.join(Duration.ofSeconds(20))).isTrue();
        aborted.countDown();

        Submitted submitted = Objects.requireNonNull(result.get());
        assertThat(submitted.fate(0)).isEqualTo(Fate.UNCERTAIN);
        assertThat(failure(submitted)).hasMessageContaining("cancelled");
        assertAccepted(submission.send(mail("user2")), 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void commandsAreSentSinglyWithoutPipelining() {
        assertAccepted(submission(withoutPipelining, SHORT_PAUSES).send(mail("user2", "user9")), 2);
        assertThat(withoutPipelining.delivered()).hasSize(2);
        assertThat(counted.count(MailMeasure.PIPELINING_FALLBACKS)).isEqualTo(1);
    }

    private static String wire(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
        return new String(OutgoingMail.of("a@b", List.of("c@d"), bytes).wire(), StandardCharsets.US_ASCII);
    }

    /** Removes the doubled dots as a receiver does by RFC 5321, 4.5.2. */
    @Test
    void receiverRestoresEveryMessage() {
        Random random = new Random(5);
        for (int i = 0; i < 5000; i++) {
            StringBuilder message = new StringBuilder();
            for (int line = random.nextInt(6); line >= 0; line--) {
                for (int c = random.nextInt(4); c > 0; c--) {
                    message.append(random.nextBoolean() ? '.' : 'x');
                }
                message.append("\r\n");
            }
            StringBuilder received = new StringBuilder();
            String[] lines = wire(message.toString()).split("\r\n", -1);
            int line = 0;
            for (; !lines[line].equals("."); line++) {
                received.append(lines[line].startsWith(".") ? lines[line].substring(1) : lines[line])
                        .append("\r\n");
            }
            assertThat(lines.length).isEqualTo(line + 2);
            assertThat(received.toString()).isEqualTo(message.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "421, 421 4.4.2 timeout, SERVER, true",
        "450, 450 4.2.0 greylisted, REFUSED_FOR_NOW, false",
        "451, 451 later, REFUSED_FOR_NOW, false",
        "452, 452 4.2.2 mailbox full, QUOTA, false",
        "452, 452 4.3.1 no space on the server, REFUSED_FOR_NOW, false",
        "452, 452 4.5.3 too many recipients, REFUSED_FOR_NOW, false",
        "552, 552 mailbox full, QUOTA, false",
        "552, 552 5.2.2 mailbox full, QUOTA, false",
        "552, 552 5.3.4 too large, REFUSED, false",
        "550, 550 5.1.1 nobody, REFUSED, false",
        "554, 554 5.7.1 spam, REFUSED, false",
        "503, 503 5.5.1 nested MAIL, PROTOCOL, false",
        "530, 530 5.7.0 sign in first, AUTHENTICATION, false",
        "535, 535 5.7.8 wrong, AUTHENTICATION, false",
        "220, 220 what, PROTOCOL, false",
        "-1, [EOF], CONNECTION, true"
    })
    void refusalsAreClassifiedByReplyCode(int code, String text, MailError error, boolean lost) {
        MailFailure failure = new Reply(code, text + "\n").failure("x");
        assertThat(failure.errorClass()).isEqualTo(error.title());
        assertThat(failure.connectionLost()).isEqualTo(lost);
    }

    @ParameterizedTest
    @CsvSource({
        "421, 421 4.7.0 too many, TOO_MANY_CONNECTIONS",
        "454, 454 4.7.0 later, REFUSED_FOR_NOW",
        "535, 535 5.7.8 no, AUTHENTICATION",
        "554, 554 go away, REFUSED",
        "-1, [EOF], CONNECTION"
    })
    void refusedConnectionIsLost(int code, String text, MailError error) {
        MailFailure failure = new Reply(code, text).connectionFailure("x");
        assertThat(failure.errorClass()).isEqualTo(error.title());
        assertThat(failure.connectionLost()).isTrue();
    }
}
