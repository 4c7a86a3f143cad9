// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.plugin.mail.service.EmbeddedMail.EmbeddedSettings;

/** The embedded server as a process of its own. */
final class MailServerTest {
    private static final String READY = "plateau-ready ";
    private static final long PATIENCE_SECONDS = 20;
    private static final int EXPUNGED_MESSAGES = 500;
    private static final String PASSWORD = "open & = sesame";

    private static EmbeddedSettings settings(boolean tls) {
        return new EmbeddedSettings(0, 0, tls, PASSWORD);
    }

    @Test
    @Timeout(60)
    void itTakesItsSettingsFromItsParentSaysWhereItListensAndEndsWithIt() throws Exception {
        Process process = start();
        try (OutputStream in = process.getOutputStream()) {
            in.write((settings(false).toLine() + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
            String[] ready = ready(process).split(" ", 3);
            assertThat(ready[2]).matches("2\\..*");
            try (Dialogue imap = new Dialogue(Integer.parseInt(ready[0]));
                    Dialogue smtp = new Dialogue(Integer.parseInt(ready[1]))) {
                assertThat(imap.awaited("*")).startsWith("* OK");
                assertThat(smtp.awaited("2")).startsWith("220");
            }
        }
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("ends with its parent")
                .isTrue();
    }

    @Test
    void anyAccountSignsInWithThePasswordAndWithNoOther() throws Exception {
        try (PostServer post = new PostServer(settings(false))) {
            post.start();
            try (Dialogue imap = new Dialogue(post.imapPort())) {
                assertThat(imap.asked("a LOGIN user0001 wrong", "a ")).startsWith("a NO");
                assertThat(imap.asked("b LOGIN user0001 \"" + PASSWORD + "\"", "b "))
                        .startsWith("b OK");
                assertThat(imap.asked("c SELECT INBOX", "c ")).startsWith("c OK");
            }
            try (Dialogue imap = new Dialogue(post.imapPort())) {
                assertThat(imap.asked("a LOGIN user9999@plateau.test \"" + PASSWORD + "\"", "a "))
                        .startsWith("a OK");
            }
            try (Dialogue smtp = new Dialogue(post.smtpPort())) {
                smtp.awaited("220");
                assertThat(smtp.asked("EHLO test", "250 ")).startsWith("250");
                assertThat(smtp.asked("AUTH PLAIN " + plain("user0001", "wrong"), "5"))
                        .startsWith("535");
                assertThat(smtp.asked("AUTH PLAIN " + plain("user0001", PASSWORD), "2"))
                        .startsWith("235");
            }
        }
    }

    @Test
    void mailIsDeliveredAtOnceAndOnlyWithinTheDomain() throws Exception {
        try (PostServer post = new PostServer(settings(false))) {
            post.start();
            try (Dialogue imap = new Dialogue(post.imapPort());
                    Dialogue smtp = new Dialogue(post.smtpPort())) {
                imap.asked("a LOGIN user0002 \"" + PASSWORD + "\"", "a OK");
                imap.asked("b SELECT INBOX", "b OK");
                imap.asked("c IDLE", "+");
                smtp.awaited("220");
                smtp.asked("EHLO test", "250 ");
                smtp.asked("MAIL FROM:<user0001@plateau.test>", "250");
                assertThat(smtp.asked("RCPT TO:<somebody@elsewhere.test>", "5")).startsWith("550");
                smtp.asked("RCPT TO:<user0002@plateau.test>", "250");
                smtp.asked("RCPT TO:<user0003@plateau.test>", "250");
                smtp.asked("DATA", "354");
                smtp.asked("Subject: hello\r\n\r\nbody\r\n.", "250");
                assertThat(imap.awaited("* 1")).isEqualTo("* 1 EXISTS");
                imap.asked("DONE", "c OK");
                imap.asked("d UID FETCH 1 (BODY.PEEK[])", "Subject: hello");
            }
            try (Dialogue imap = new Dialogue(post.imapPort())) {
                // Its mailbox was made when the mail came, before anybody signed in.
                imap.asked("a LOGIN user0003 \"" + PASSWORD + "\"", "a OK");
                assertThat(imap.asked("b SELECT INBOX", "* 1")).isEqualTo("* 1 EXISTS");
            }
        }
    }

    @Test
    void aSessionIsToldWhichMessagesAreGoneBeforeHowManyThereAre() throws Exception {
        try (PostServer post = new PostServer(settings(false))) {
            post.start();
            try (Dialogue told = new Dialogue(post.imapPort());
                    Dialogue other = new Dialogue(post.imapPort())) {
                for (Dialogue imap : List.of(told, other)) {
                    imap.asked("a LOGIN user0004 \"" + PASSWORD + "\"", "a OK");
                }
                append(other);
                append(other);
                told.asked("b SELECT INBOX", "b OK");
                other.asked("b SELECT INBOX", "b OK");
                other.asked("c STORE 1:2 +FLAGS.SILENT (\\Deleted)", "c OK");
                told.asked("c NOOP", "c OK");
                other.asked("d EXPUNGE", "d OK");
                append(other);
                other.asked("e STORE 1 +FLAGS (\\Seen)", "e OK");
                // Numbers must not change during a FETCH; see RFC 3501, section 7.4.1.
                assertThat(told.answer("d FETCH 1 (UID)", "d "))
                        .noneMatch(line -> line.endsWith("EXPUNGE") || line.endsWith("EXISTS"));
                List<String> answer = told.answer("e NOOP", "e ");
                assertThat(answer.stream().filter(line -> line.matches(".*(EXPUNGE|EXISTS|FLAGS.*Seen.*)")))
                        .containsExactly("* 2 EXPUNGE", "* 1 EXPUNGE", "* 1 FETCH (FLAGS (\\Seen))", "* 1 EXISTS");
            }
        }
    }

    @Test
    void aSessionThatExpungesAndOneThatIsToldOfItDoNotWaitForEachOther() throws Exception {
        try (PostServer post = new PostServer(settings(false))) {
            post.start();
            try (Dialogue told = new Dialogue(post.imapPort());
                    Dialogue other = new Dialogue(post.imapPort())) {
                for (Dialogue imap : List.of(told, other)) {
                    imap.asked("a LOGIN user0005 \"" + PASSWORD + "\"", "a OK");
                    imap.asked("b SELECT INBOX", "b OK");
                }
                FutureTask<Boolean> asking = new FutureTask<>(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        told.asked("c NOOP", "c OK");
                    }
                    return true;
                });
                Thread asker = Thread.ofPlatform().daemon().start(asking);
                for (int i = 0; i < EXPUNGED_MESSAGES; i++) {
                    append(other);
                    other.asked("d STORE 1 +FLAGS.SILENT (\\Deleted)", "d OK");
                    other.asked("e EXPUNGE", "e OK");
                }
                asker.interrupt();
                assertThat(asking.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    private static void append(Dialogue imap) throws IOException {
        imap.asked("m APPEND INBOX {18}", "+");
        imap.asked("Subject: x\r\n\r\nbody", "m OK");
    }

    @Test
    void bothPortsSpeakTlsFromTheFirstByteWhereThatIsAsked() throws Exception {
        SSLContext context = anyCertificate();
        try (PostServer post = new PostServer(settings(true))) {
            post.start();
            try (Dialogue imap = new Dialogue(context.getSocketFactory().createSocket("127.0.0.1", post.imapPort()))) {
                assertThat(imap.asked("a LOGIN user0001 \"" + PASSWORD + "\"", "a "))
                        .startsWith("a OK");
            }
            try (Dialogue smtp = new Dialogue(context.getSocketFactory().createSocket("127.0.0.1", post.smtpPort()))) {
                assertThat(smtp.awaited("2")).startsWith("220");
            }
        }
    }

    private static SSLContext anyCertificate() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                null,
                new TrustManager[] {
                    new X509TrustManager() {
                        @Override
                        public void checkClientTrusted(X509Certificate[] chain, String type) {
                            throw new IllegalStateException("nobody is a client here");
                        }

                        @Override
                        public void checkServerTrusted(X509Certificate[] chain, String type) {
                            // It has signed its own.
                        }

                        @Override
                        public X509Certificate[] getAcceptedIssuers() {
                            return new X509Certificate[0];
                        }
                    }
                },
                new SecureRandom());
        return context;
    }

    private static String plain(String login, String password) {
        return Base64.getEncoder().encodeToString(("\0" + login + "\0" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static Process start() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PostServer.class.getName());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String ready(Process process) throws IOException {
        BufferedReader log =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            if (line.startsWith(READY)) {
                return line.substring(READY.length());
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("ended before it was ready:\n" + said);
    }
}
