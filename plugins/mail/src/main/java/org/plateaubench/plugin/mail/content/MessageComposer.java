// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.content.Sizes.Attachment;

/**
 * Composes messages as they are sent, except for dot-stuffing: 7-bit, CRLF, no line longer than 998 characters (RFC
 * 5322, 2.1.1). The same letter, size and draws always give the same bytes. Stateless and thread-safe.
 */
public final class MessageComposer {
    private static final String PLAIN = "text/plain; charset=us-ascii";
    private static final int MAX_TEXT_SIZE = 4096;
    private static final int SMALLEST_TEXT = 2;
    private static final int SMALLEST_ATTACHMENT = 512;
    private static final double TEXT_SHARE = 0.3;
    private static final int SEVERAL_FROM_BYTES = 200 * 1024;
    private static final int MAX_ATTACHMENTS = 3;

    /** Bytes of a frame, more than the boundaries and headers of a text and an attached message need. */
    private static final int FRAME_BYTES = 512;

    private static final String LINE_END = "\r\n";
    private static final String FOLD = "\r\n ";
    private static final int MAX_SUBJECT_LENGTH = 200;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, d MMM uuuu HH:mm:ss '+0000'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private MessageComposer() {}

    /**
     * Returns a message of exactly the size of {@code row}, or of its least possible size when its headers alone
     * (sixteen long addresses) are larger. An answer quotes the beginning of the original in at most half of its text.
     * A forward has the whole original attached if it fits, else only its headers, else nothing, so that forwards do
     * not change the distribution of sizes.
     */
    public static byte[] compose(Letter letter, Sizes.Row row, Draws draws) {
        String subject = subject(letter, draws);
        int size = row.sizeBytes();
        byte[] plain = headers(letter, subject, PLAIN);
        int attachmentBytes = size - plain.length - FRAME_BYTES - SMALLEST_ATTACHMENT;
        Attached original = attached(letter.forwarded(), attachmentBytes);
        if (original == null && (row.attachment() == Attachment.NONE || attachmentBytes < SMALLEST_ATTACHMENT)) {
            return withDigest(plain, text(letter, size - plain.length, draws));
        }
        Multipart body = new Multipart(draws);
        byte[] headers = headers(letter, subject, body.type("mixed"));
        if (original != null) {
            body.addWithLineEnd(original.type(), original.bytes());
        }
        int remaining = size - headers.length - body.sizeBytes();
        if (row.attachment() != Attachment.NONE) {
            attach(body, row.attachment(), remaining - Math.min(remaining / 5, MAX_TEXT_SIZE), draws);
        }
        int textBytes = size - headers.length - body.sizeBytes();
        return withDigest(headers, body.withText(text(letter, textBytes, draws)));
    }

    /** Returns a message with a calendar object for other calendars (iMIP, RFC 6047), of any size. */
    public static byte[] invitation(Letter letter, byte[] calendar, String subject, Draws draws) {
        Multipart body = new Multipart(draws);
        byte[] headers = headers(letter, subject, body.type("alternative"));
        body.addWithLineEnd("text/calendar; method=REQUEST; charset=utf-8", calendar);
        return withDigest(headers, body.withText(List.of(words(256, draws))));
    }

    /** Returns the subject of a letter: the subject of its original with a prefix, or some words. */
    private static String subject(Letter letter, Draws draws) {
        if (letter.answered() != null) {
            return letter.answered().subject("Re:");
        }
        if (letter.forwarded() != null) {
            return letter.forwarded().subject("Fwd:");
        }
        int words = draws.between(Purpose.SUBJECT, 0, 3, 7);
        return Vocabulary.phrase(draws.bits(Purpose.SUBJECT, 1), words);
    }

    private static @Nullable Attached attached(@Nullable Original original, int availableBytes) {
        if (original == null || !original.isAttachable()) {
            return null;
        }
        if (original.message().length <= availableBytes) {
            return new Attached("message/rfc822", original.message());
        }
        byte[] headers = original.headerBlock();
        return headers.length <= availableBytes ? new Attached("text/rfc822-headers", headers) : null;
    }

    /** Returns new words, then the quotation. */
    private static List<byte[]> text(Letter letter, int sizeBytes, Draws draws) {
        Original original = letter.answered();
        if (original == null) {
            return List.of(words(sizeBytes, draws));
        }
        byte[] quote = original.quote(Math.min(sizeBytes / 2, MAX_TEXT_SIZE));
        return List.of(words(sizeBytes - quote.length, draws), quote);
    }

    private static byte[] words(int sizeBytes, Draws draws) {
        return ContentGenerator.text(Math.max(sizeBytes, SMALLEST_TEXT), draws.bits(Purpose.TEXT, 0));
    }

    /** Adds one file, or up to three above 200 KB, which fill the available bytes except for less than a line each. */
    private static void attach(Multipart body, Attachment kind, int availableBytes, Draws draws) {
        int count = availableBytes < SEVERAL_FROM_BYTES
                ? 1
                : draws.between(Purpose.ATTACHMENT_COUNT, 0, 1, MAX_ATTACHMENTS);
        for (int i = 0; i < count; i++) {
            boolean isText = kind == Attachment.TEXT
                    || (kind == Attachment.ANY && draws.chance(Purpose.ATTACHMENT_TEXT, i, TEXT_SHARE));
            long seed = draws.bits(Purpose.ATTACHMENT, i);
            String extension = isText ? "txt" : kind.extension();
            String headers = body.headers(
                    isText ? PLAIN : kind.type(),
                    isText ? "7bit" : "base64",
                    Vocabulary.word(Vocabulary.rank(seed)) + "." + extension);
            int content = availableBytes / count - headers.length();
            if (content >= ContentGenerator.BASE64_LINE) {
                byte[] file = isText
                        ? ContentGenerator.text(content, seed)
                        : ContentGenerator.base64(content / ContentGenerator.BASE64_LINE, seed);
                body.add(headers, file);
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Attached(String type, byte[] bytes) {}

    /** The body of a message of several parts (RFC 2046, 5.1): a text first, then the added parts. */
    private static final class Multipart {
        private final String boundary;
        private final byte[] textHeaders;
        private final byte[] end;
        private final List<byte[]> attached = new ArrayList<>();

        Multipart(Draws draws) {
            boundary = "=_plateau_" + HexFormat.of().toHexDigits(draws.bits(Purpose.BOUNDARY, 0));
            textHeaders = ascii(headers(PLAIN, "7bit", null));
            end = ascii("--" + boundary + "--\r\n");
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }

        /** Returns the content type with the boundary between the parts. */
        String type(String subtype) {
            return "multipart/" + subtype + ";\r\n boundary=\"" + boundary + "\"";
        }

        String headers(String type, String encoding, @Nullable String fileName) {
            return "--" + boundary + "\r\nContent-Type: " + type + "\r\nContent-Transfer-Encoding: " + encoding
                    + (fileName == null ? "" : "\r\nContent-Disposition: attachment; filename=\"" + fileName + "\"")
                    + "\r\n\r\n";
        }

        /** Adds a part whose content ends with a line end, which is part of the next boundary. */
        void add(String headers, byte[] content) {
            attached.add(ascii(headers));
            attached.add(content);
        }

        /** Adds a part, with a line end after its content. */
        void addWithLineEnd(String type, byte[] content) {
            add(headers(type, "7bit", null), content);
            attached.add(ascii("\r\n"));
        }

        /** Returns the bytes of the body so far, without the text itself. */
        int sizeBytes() {
            return textHeaders.length
                    + end.length
                    + attached.stream().mapToInt(part -> part.length).sum();
        }

        /** Returns the complete body with its text, which ends with a line end. */
        List<byte[]> withText(List<byte[]> text) {
            List<byte[]> body = new ArrayList<>();
            body.add(textHeaders);
            body.addAll(text);
            body.addAll(attached);
            body.add(end);
            return body;
        }
    }

    /** Returns the header block of a letter, with the empty line after it. */
    private static byte[] headers(Letter letter, String subject, String type) {
        StringBuilder text = new StringBuilder(1024);
        line(text, "From", letter.from());
        line(text, "To", String.join("," + FOLD, letter.to()));
        String shortened = subject.length() > MAX_SUBJECT_LENGTH ? subject.substring(0, MAX_SUBJECT_LENGTH) : subject;
        line(text, "Subject", shortened);
        line(text, "Date", DATE.format(Instant.ofEpochMilli(letter.dateMillis())));
        line(text, "Message-ID", letter.messageId());
        if (letter.answered() != null) {
            references(text, letter.answered());
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

    /** Returns the header block and the content after it, with the digest of the content in the header block. */
    private static byte[] withDigest(byte[] headers, List<byte[]> contents) {
        ByteBuffer message = ByteBuffer.allocate(headers.length
                + contents.stream().mapToInt(content -> content.length).sum());
        message.put(headers);
        contents.forEach(message::put);
        int digestStart = headers.length - 2 * LINE_END.length() - Digests.LENGTH;
        byte[] digest = Digests.of(message.array(), headers.length).getBytes(StandardCharsets.US_ASCII);
        return message.put(digestStart, digest).array();
    }
}
