// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.protocol.SmtpConnection.Reply;

class OutgoingMailTest {
    private static String wire(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
        return new String(OutgoingMail.of("a@b", List.of("c@d"), bytes).wire(), StandardCharsets.US_ASCII);
    }

    @Test
    void leadingDotsAreDoubledAndEndIsMarked() {
        assertThat(wire("a\r\n.b\r\n.\r\nc.\r\n")).isEqualTo("a\r\n..b\r\n..\r\nc.\r\n.\r\n");
        assertThat(wire(".")).isEqualTo("..\r\n.\r\n");
        assertThat(wire("a")).isEqualTo("a\r\n.\r\n");
        assertThat(wire("")).isEqualTo("\r\n.\r\n");
    }

    /** The way back, as RFC 5321, 4.5.2 describes it for the receiver. */
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
    void everyRefusalHasItsClass(int code, String text, MailError error, boolean lost) {
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
    void aRefusedConnectionIsLost(int code, String text, MailError error) {
        MailFailure failure = new Reply(code, text).connectionFailure("x");
        assertThat(failure.errorClass()).isEqualTo(error.title());
        assertThat(failure.connectionLost()).isTrue();
    }
}
