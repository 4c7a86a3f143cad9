// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.BodyPart;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Draws;

class MessageComposerTest {
    private static final String FROM = "user0007@example.net";
    private static final long DATE_MILLIS = 1_764_000_000_123L;

    private static Letter letter(int recipients, int number) {
        List<String> to = IntStream.range(0, recipients)
                .mapToObj(i -> "user%04d@example.net".formatted(i))
                .toList();
        return new Letter(FROM, to, DATE_MILLIS, "<m" + number + "@example.net>", "r1-a1-" + number + "-99");
    }

    private static List<Sizes.Row> rows() {
        List<Sizes.Row> rows = new ArrayList<>(Sizes.CLASSIC.rows());
        rows.addAll(Sizes.MODERN.rows());
        return rows;
    }

    private static MimeMessage parsed(byte[] message) throws Exception {
        Properties strict = new Properties();
        strict.setProperty("mail.mime.multipart.ignoremissingendboundary", "false");
        return new MimeMessage(Session.getInstance(strict), new ByteArrayInputStream(message));
    }

    /** Asserts the format of messages over SMTP: 7-bit lines of at most 998 characters that end with CRLF. */
    private static void assertTransportable(byte[] message) {
        int lineStart = 0;
        for (int i = 0; i < message.length; i++) {
            byte b = message[i];
            if (b == '\n') {
                if (message[i - 1] != '\r' || i - 1 - lineStart > 998) {
                    throw new AssertionError("line from byte " + lineStart + " to " + i);
                }
                lineStart = i + 1;
            } else if (b == '\r' ? message[i + 1] != '\n' : b < ' ' && b != '\t') {
                throw new AssertionError("byte " + i + " is " + b);
            }
        }
        assertThat(lineStart).isEqualTo(message.length);
    }

    @Test
    void messagesHaveExactSizeAndAreTransportable() throws Exception {
        int number = 0;
        for (Sizes.Row row : rows()) {
            for (int i = 0; i < (row.kibibytes() > 300 ? 2 : 20); i++) {
                byte[] message = MessageComposer.compose(letter(1 + i % 8, number), row, Draws.of(number++));
                assertThat(message).hasSize(row.sizeBytes());
                assertTransportable(message);
                assertThat(Digests.check(message)).isEqualTo(Digests.Check.MATCHES);
            }
        }
    }

    @Test
    void headersAndPartsAreReadByAnotherParser() throws Exception {
        for (Sizes.Row row : rows()) {
            MimeMessage message = parsed(MessageComposer.compose(letter(3, 17), row, Draws.of(row.kibibytes())));
            assertThat(message.getFrom()[0]).hasToString(FROM);
            assertThat(message.getAllRecipients()).hasSize(3);
            assertThat(message.getMessageID()).isEqualTo("<m17@example.net>");
            assertThat(message.getSentDate().toInstant().toEpochMilli()).isEqualTo(DATE_MILLIS / 1000 * 1000);
            assertThat(message.getHeader(Headers.TOKEN)).containsExactly("r1-a1-17-99");
            assertThat(message.getSubject().split(" ", -1)).hasSizeBetween(3, 7);
            if (row.attachment() == Sizes.Attachment.NONE) {
                assertThat(message.getContentType()).startsWith("text/plain");
            } else {
                MimeMultipart parts = (MimeMultipart) message.getContent();
                assertThat(parts.isComplete()).isTrue();
                assertThat(parts.getCount()).isBetween(2, 4);
                assertThat(parts.getBodyPart(0).getContentType()).startsWith("text/plain");
            }
        }
    }

    @Test
    void replyQuotesAndReferencesOriginal() throws Exception {
        byte[] first = MessageComposer.compose(letter(1, 1), Sizes.MODERN.rows().get(2), Draws.of(1));
        byte[] second = answer(first, 2);
        byte[] third = answer(second, 3);
        MimeMessage message = parsed(third);
        assertThat(message.getHeader("In-Reply-To")).containsExactly("<m2@example.net>");
        assertThat(Headers.value(third, "references")).isEqualTo("<m1@example.net> <m2@example.net>");
        assertThat(message.getSubject())
                .startsWith("Re: ")
                .isEqualTo("Re: " + parsed(first).getSubject());
        String text = (String) message.getContent();
        assertThat(text).contains("On Mon, 24 Nov 2025 16:00:00 +0000, " + FROM + " wrote:\r\n> ");
        String quoted = ((String) parsed(second).getContent()).split("\r\n", -1)[1];
        assertThat(text).contains("> " + quoted);
    }

    private byte[] answer(byte[] answered, int number) {
        byte[] answer = MessageComposer.compose(
                letter(2, number).replyTo(Original.of(answered)),
                Sizes.MODERN.rows().getFirst(),
                Draws.of(number));
        assertThat(answer).hasSize(4096);
        assertTransportable(answer);
        assertThat(Digests.check(answer)).isEqualTo(Digests.Check.MATCHES);
        return answer;
    }

    @Test
    void forwardAttachesTheOriginal() throws Exception {
        byte[] original =
                MessageComposer.compose(letter(1, 1), Sizes.CLASSIC.rows().get(1), Draws.of(1));
        Letter forward = letter(2, 2).forwardOf(Original.of(original));
        for (Sizes.Row row : Sizes.MODERN.rows().subList(0, 5)) {
            byte[] message = MessageComposer.compose(forward, row, Draws.of(2));
            assertThat(message).hasSize(row.sizeBytes());
            assertTransportable(message);
            MimeMultipart parts = (MimeMultipart) parsed(message).getContent();
            assertThat(parts.getBodyPart(1).getContentType()).startsWith("message/rfc822");
            MimeMessage attached = (MimeMessage) parts.getBodyPart(1).getContent();
            assertThat(attached.getMessageID()).isEqualTo("<m1@example.net>");
            assertThat(Digests.check(parts.getBodyPart(1).getInputStream().readAllBytes()))
                    .isEqualTo(Digests.Check.MATCHES);
            assertThat(parsed(message).getSubject()).startsWith("Fwd: ");
        }
    }

    @Test
    void malformedOriginalsAreAnsweredAndForwarded() {
        List<String> foreign = List.of(
                "",
                "no header at all",
                "Subject: \u00fc\nFrom: x\n\nbare line feeds\n.dots\n\u00e4\u00f6\n",
                "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\n" + "x".repeat(2000) + "\r\n--a--\r\n",
                "Message-ID: broken\r\nReferences: a b <c>\r\n\r\n\0\r\n",
                "From: " + "y".repeat(3000) + "\r\n\r\ntext\r\n");
        for (String text : foreign) {
            Original original = Original.of(text.getBytes(StandardCharsets.ISO_8859_1));
            for (Letter letter :
                    List.of(letter(1, 1).replyTo(original), letter(1, 1).forwardOf(original))) {
                byte[] message =
                        MessageComposer.compose(letter, Sizes.MODERN.rows().get(1), Draws.of(1));
                assertThat(message).hasSize(10 * 1024);
                assertTransportable(message);
            }
        }
    }

    @Test
    void invitationContainsTheCalendarObject() throws Exception {
        CalendarEvent event = CalendarEvent.draw("e1@example.net", 1_764_028_800L, 5, Draws.of(3))
                .inviting(FROM, List.of("user0001@example.net"));
        byte[] calendar = event.request(1_764_000_000L);
        byte[] message = MessageComposer.invitation(letter(1, 1), calendar, event.summary(), Draws.of(1));
        assertTransportable(message);
        BodyPart part = ((MimeMultipart) parsed(message).getContent()).getBodyPart(1);
        assertThat(part.getContentType()).isEqualTo("text/calendar; method=REQUEST; charset=utf-8");
        assertThat(part.getInputStream().readAllBytes()).isEqualTo(calendar);
        assertThat(Digests.check(message)).isEqualTo(Digests.Check.MATCHES);
    }

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
