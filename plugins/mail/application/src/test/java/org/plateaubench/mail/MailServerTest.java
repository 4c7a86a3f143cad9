// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.mail.service.EmbeddedMail.EmbeddedSettings;

/** The embedded server as a process of its own. */
final class MailServerTest {
    private static final long PATIENCE_SECONDS = 20;
    private static final int EXPUNGED_MESSAGES = 500;
    private static final String PASSWORD = "open & = sesame";

    private static EmbeddedSettings settings(boolean tls) {
        return new EmbeddedSettings(0, 0, tls, PASSWORD);
    }

    @Test
    void expungesAreReportedBeforeMessageCount() throws Exception {
        try (GreenMailServer server = new GreenMailServer(settings(false))) {
            server.start();
            try (Dialogue observer = new Dialogue(server.imapPort());
                    Dialogue other = new Dialogue(server.imapPort())) {
                for (Dialogue imap : List.of(observer, other)) {
                    imap.asked("a LOGIN user0004 \"" + PASSWORD + "\"", "a OK");
                }
                append(other);
                append(other);
                observer.asked("b SELECT INBOX", "b OK");
                other.asked("b SELECT INBOX", "b OK");
                other.asked("c STORE 1:2 +FLAGS.SILENT (\\Deleted)", "c OK");
                observer.asked("c NOOP", "c OK");
                other.asked("d EXPUNGE", "d OK");
                append(other);
                other.asked("e STORE 1 +FLAGS (\\Seen)", "e OK");
                // Numbers must not change during a FETCH; see RFC 3501, section 7.4.1.
                assertThat(observer.answer("d FETCH 1 (UID)", "d "))
                        .noneMatch(line -> line.endsWith("EXPUNGE") || line.endsWith("EXISTS"));
                List<String> answer = observer.answer("e NOOP", "e ");
                assertThat(answer.stream().filter(line -> line.matches(".*(EXPUNGE|EXISTS|FLAGS.*Seen.*)")))
                        .containsExactly("* 2 EXPUNGE", "* 1 EXPUNGE", "* 1 FETCH (FLAGS (\\Seen))", "* 1 EXISTS");
            }
        }
    }

    @Test
    void concurrentExpungeAndNoopDoNotDeadlock() throws Exception {
        try (GreenMailServer server = new GreenMailServer(settings(false))) {
            server.start();
            try (Dialogue observer = new Dialogue(server.imapPort());
                    Dialogue other = new Dialogue(server.imapPort())) {
                for (Dialogue imap : List.of(observer, other)) {
                    imap.asked("a LOGIN user0005 \"" + PASSWORD + "\"", "a OK");
                    imap.asked("b SELECT INBOX", "b OK");
                }
                FutureTask<Boolean> asking = new FutureTask<>(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        observer.asked("c NOOP", "c OK");
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
    void bothPortsUseImplicitTls() throws Exception {
        SSLContext context = anyCertificate();
        try (GreenMailServer server = new GreenMailServer(settings(true))) {
            server.start();
            try (Dialogue imap =
                    new Dialogue(context.getSocketFactory().createSocket("127.0.0.1", server.imapPort()))) {
                assertThat(imap.asked("a LOGIN user0001 \"" + PASSWORD + "\"", "a "))
                        .startsWith("a OK");
            }
            try (Dialogue smtp =
                    new Dialogue(context.getSocketFactory().createSocket("127.0.0.1", server.smtpPort()))) {
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
}
