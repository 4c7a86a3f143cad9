// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Draws;

class DigestsTest {
    private static final byte[] MESSAGE = MessageComposer.compose(
            new Letter("a@example.net", List.of("b@example.net"), 0, "<1@example.net>", "t"),
            Sizes.CLASSIC.rows().get(3),
            Draws.of(1));

    private static Digests.Check check(String message) {
        return Digests.check(message.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String text() {
        return new String(MESSAGE, StandardCharsets.ISO_8859_1);
    }

    @Test
    void addedHeadersAndLineEndingsAreIgnored() {
        assertThat(check("Return-Path: <a@example.net>\r\nReceived: by x;\r\n\tsome day\r\n" + text()))
                .isEqualTo(Digests.Check.MATCHES);
        assertThat(check(text().replace("\r\n", "\n"))).isEqualTo(Digests.Check.MATCHES);
        assertThat(check(text().stripTrailing())).isEqualTo(Digests.Check.MATCHES);
        assertThat(check(text() + "\r\n\r\n")).isEqualTo(Digests.Check.MATCHES);
        assertThat(check(text().replace("X-Plateau-Digest: ", "x-plateau-digest:\r\n\t")))
                .isEqualTo(Digests.Check.MATCHES);
    }

    @Test
    void changedBodyIsDetected() {
        int body = Headers.bodyStart(MESSAGE);
        for (int i = body; i < MESSAGE.length - 2; i += 97) {
            byte[] other = MESSAGE.clone();
            other[i] ^= 1;
            assertThat(Digests.check(other)).isEqualTo(Digests.Check.DIFFERS);
        }
        assertThat(check(text().substring(0, text().length() - 10))).isEqualTo(Digests.Check.DIFFERS);
        assertThat(check(text() + "more")).isEqualTo(Digests.Check.DIFFERS);
        assertThat(check(text().substring(0, body))).isEqualTo(Digests.Check.DIFFERS);
    }
}
