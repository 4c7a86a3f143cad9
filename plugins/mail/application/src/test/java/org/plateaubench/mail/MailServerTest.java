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

/** The embedded server: concurrent IMAP sessions, and TLS. */
final class MailServerTest {
    private static final long TIMEOUT_SECONDS = 20;
    private static final int EXPUNGED_MESSAGES = 500;
    private static final String PASSWORD = "open & = sesame";

    private static EmbeddedSettings settings(boolean tls) {
        return new EmbeddedSettings(0, 0, tls, PASSWORD);
    }

    @Test
    void expungesAreReportedBeforeMessageCount() throws Exception {
        try (GreenMailServer server = new GreenMailServer(settings(false))) {
            server.start();
            try (LineClient observer = new LineClient(server.imapPort());
                    LineClient other = new LineClient(server.imapPort())) {
                for (LineClient imap : List.of(observer, other)) {
                    imap.exchange("a LOGIN user0004 \"" + PASSWORD + "\"", "a OK");
                }
                append(other);
                append(other);
                observer.exchange("b SELECT INBOX", "b OK");
                other.exchange("b SELECT INBOX", "b OK");
                other.exchange("c STORE 1:2 +FLAGS.SILENT (\\Deleted)", "c OK");
                observer.exchange("c NOOP", "c OK");
                other.exchange("d EXPUNGE", "d OK");
                append(other);
                other.exchange("e STORE 1 +FLAGS (\\Seen)", "e OK");
                // Numbers must not change during a FETCH; see RFC 3501, section 7.4.1.
                assertThat(observer.exchangeAll("d FETCH 1 (UID)", "d "))
                        .noneMatch(line -> line.endsWith("EXPUNGE") || line.endsWith("EXISTS"));
                List<String> answer = observer.exchangeAll("e NOOP", "e ");
                assertThat(answer.stream().filter(line -> line.matches(".*(EXPUNGE|EXISTS|FLAGS.*Seen.*)")))
                        .containsExactly("* 2 EXPUNGE", "* 1 EXPUNGE", "* 1 FETCH (FLAGS (\\Seen))", "* 1 EXISTS");
            }
        }
    }

    @Test
    void concurrentExpungeAndNoopDoNotDeadlock() throws Exception {
        try (GreenMailServer server = new GreenMailServer(settings(false))) {
            server.start();
            try (LineClient observer = new LineClient(server.imapPort());
                    LineClient other = new LineClient(server.imapPort())) {
                for (LineClient imap : List.of(observer, other)) {
                    imap.exchange("a LOGIN user0005 \"" + PASSWORD + "\"", "a OK");
                    imap.exchange("b SELECT INBOX", "b OK");
                }
                FutureTask<Boolean> polling = new FutureTask<>(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        observer.exchange("c NOOP", "c OK");
                    }
                    return true;
                });
                Thread poller = Thread.ofPlatform().daemon().start(polling);
                for (int i = 0; i < EXPUNGED_MESSAGES; i++) {
                    append(other);
                    other.exchange("d STORE 1 +FLAGS.SILENT (\\Deleted)", "d OK");
                    other.exchange("e EXPUNGE", "e OK");
                }
                poller.interrupt();
                assertThat(polling.get(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    private static void append(LineClient imap) throws IOException {
        imap.exchange("m APPEND INBOX {18}", "+");
        imap.exchange("Subject: x\r\n\r\nbody", "m OK");
    }

    @Test
    void bothPortsUseImplicitTls() throws Exception {
        SSLContext context = anyCertificate();
        try (GreenMailServer server = new GreenMailServer(settings(true))) {
            server.start();
            try (LineClient imap =
                    new LineClient(context.getSocketFactory().createSocket("127.0.0.1", server.imapPort()))) {
                assertThat(imap.exchange("a LOGIN user0001 \"" + PASSWORD + "\"", "a "))
                        .startsWith("a OK");
            }
            try (LineClient smtp =
                    new LineClient(context.getSocketFactory().createSocket("127.0.0.1", server.smtpPort()))) {
                assertThat(smtp.readUntil("2")).startsWith("220");
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
                            throw new IllegalStateException("clients have no certificates");
                        }

                        @Override
                        public void checkServerTrusted(X509Certificate[] chain, String type) {
                            // The certificate is self-signed.
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
