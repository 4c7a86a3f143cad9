// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.plateaubench.api.Draws;

/** Writes the header block of a message (RFC 5322 and 2045). */
final class HeaderBlock {
    private static final String LINE_END = "\r\n";
    private static final String FOLD = "\r\n ";
    private static final int LONGEST_SUBJECT = 200;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, d MMM uuuu HH:mm:ss '+0000'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private HeaderBlock() {}

    /**
     * Returns the header block of a letter, with the empty line at its end.
     *
     * @param type value of {@code Content-Type}
     */
    static byte[] of(Letter letter, String subject, String type) {
        StringBuilder text = new StringBuilder(1024);
        line(text, "From", letter.from());
        line(text, "To", String.join("," + FOLD, letter.to()));
        line(text, "Subject", subject.length() > LONGEST_SUBJECT ? subject.substring(0, LONGEST_SUBJECT) : subject);
        line(text, "Date", DATE.format(Instant.ofEpochMilli(letter.dateMillis())));
        line(text, "Message-ID", letter.messageId());
        if (letter.kind() == Letter.Kind.REPLY) {
            references(text, Objects.requireNonNull(letter.original()));
        }
        line(text, "MIME-Version", "1.0");
        line(text, "Content-Type", type);
        line(text, "Content-Transfer-Encoding", "7bit");
        String token = letter.token();
        if (token != null) {
            line(text, Headers.TOKEN, token);
        }
        line(text, Headers.DIGEST, "0".repeat(Digests.LENGTH));
        return text.append(LINE_END).toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void references(StringBuilder text, Original answered) {
        List<String> references = answered.references();
        String id = answered.messageId();
        if (id != null && references.contains(id)) {
            line(text, "In-Reply-To", id);
        }
        if (!references.isEmpty()) {
            line(text, "References", String.join(FOLD, references));
        }
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append(LINE_END);
    }

    /** Returns the subject of a letter: that of its original, or some words. */
    static String subject(Letter letter, Draws draws) {
        Original original = letter.original();
        if (original == null || letter.kind() == Letter.Kind.NEW) {
            int words = draws.between(Purpose.SUBJECT, 0, 3, 7);
            return Vocabulary.phrase(draws.bits(Purpose.SUBJECT, 1), words);
        }
        return original.subject(letter.kind() == Letter.Kind.REPLY ? "Re:" : "Fwd:");
    }

    /** Returns the header block and the content after it, sealed with the digest. */
    static byte[] sealed(byte[] headers, List<byte[]> contents) {
        ByteBuffer message = ByteBuffer.allocate(headers.length
                + contents.stream().mapToInt(content -> content.length).sum());
        message.put(headers);
        contents.forEach(message::put);
        int digestStart = headers.length - 2 * LINE_END.length() - Digests.LENGTH;
        byte[] digest = Digests.of(message.array(), headers.length).getBytes(StandardCharsets.US_ASCII);
        return message.put(digestStart, digest).array();
    }
}
