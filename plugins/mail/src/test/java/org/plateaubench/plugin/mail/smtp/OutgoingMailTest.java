// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutgoingMailTest {
    private static String wire(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
        return new String(OutgoingMail.of("a@b", List.of("c@d"), bytes).wire(), StandardCharsets.US_ASCII);
    }

    @Test
    void dotsAtTheBeginningOfLinesAreDoubledAndTheEndIsMarked() {
        assertThat(wire("a\r\n.b\r\n.\r\nc.\r\n")).isEqualTo("a\r\n..b\r\n..\r\nc.\r\n.\r\n");
        assertThat(wire(".")).isEqualTo("..\r\n.\r\n");
        assertThat(wire("a")).isEqualTo("a\r\n.\r\n");
        assertThat(wire("")).isEqualTo("\r\n.\r\n");
    }

    /** The way back, as RFC 5321, 4.5.2 describes it for the receiver. */
    @Test
    void theReceiverGetsEveryMessageBack() {
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

    @Test
    void aMessageNeedsARecipient() {
        assertThatThrownBy(() -> OutgoingMail.of("a@b", List.of(), new byte[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
