// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

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

    private final byte[] bytes;

    private HeaderBlock(String text) {
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns the header block of a letter, with the empty line at its end.
     *
     * @param type value of {@code Content-Type}
     */
    static HeaderBlock of(Letter letter, String subject, String type) {
        StringBuilder text = new StringBuilder(1024);
        line(text, "From", letter.from());
        line(text, "To", String.join("," + FOLD, letter.to()));
        line(text, "Subject", subject.length() > LONGEST_SUBJECT ? subject.substring(0, LONGEST_SUBJECT) : subject);
        line(text, "Date", MailDate.ofMessage(letter.dateMillis()));
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
        return new HeaderBlock(text.append(LINE_END).toString());
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
    static String subject(Letter letter, Vocabulary vocabulary, Draws draws) {
        Original original = letter.original();
        if (original == null || letter.kind() == Letter.Kind.NEW) {
            int words = draws.between(Purpose.SUBJECT, 0, 3, 7);
            return vocabulary.phrase(draws.bits(Purpose.SUBJECT, 1), words);
        }
        return original.subject(letter.kind() == Letter.Kind.REPLY ? "Re:" : "Fwd:");
    }

    int sizeBytes() {
        return bytes.length;
    }

    /** Returns the header block and the content after it, sealed with the digest. */
    byte[] with(List<Content> contents) {
        int size = bytes.length;
        for (Content content : contents) {
            size += content.sizeBytes();
        }
        byte[] message = new byte[size];
        System.arraycopy(bytes, 0, message, 0, bytes.length);
        int at = bytes.length;
        for (Content content : contents) {
            content.write(message, at);
            at += content.sizeBytes();
        }
        int digestStart = bytes.length - 2 * LINE_END.length() - Digests.LENGTH;
        Digests.seal(message, digestStart, bytes.length);
        return message;
    }

    /** Dates in the format of messages (RFC 5322, 3.3), always UTC. Any thread. */
    private static final class MailDate {
        private static final DateTimeFormatter MESSAGE = DateTimeFormatter.ofPattern(
                        "EEE, d MMM uuuu HH:mm:ss '+0000'", Locale.US)
                .withZone(ZoneOffset.UTC);

        private MailDate() {}

        /**
         * Returns the format of the {@code Date} header.
         *
         * @param millis milliseconds since 1970
         */
        static String ofMessage(long millis) {
            return MESSAGE.format(Instant.ofEpochMilli(millis));
        }
    }
}
