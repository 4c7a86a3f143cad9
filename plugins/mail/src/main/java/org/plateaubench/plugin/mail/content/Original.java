// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message that another one answers or forwards, as it was read from a mailbox. Immutable. */
public final class Original {
    private static final int REFERENCES = 10;
    private static final int QUOTED_LINE = 72;
    private static final int MAX_LINE_LENGTH = 998;

    private final byte[] message;
    private final int bodyStart;

    private Original(byte[] message) {
        this.message = message;
        this.bodyStart = Headers.bodyStart(message);
    }

    public static Original of(byte[] message) {
        return new Original(message);
    }

    /** Returns its message id, with angle brackets; null without one. */
    public @Nullable String messageId() {
        return Headers.value(message, "Message-ID");
    }

    /** Returns its sender as written in the message; "somebody" without one. */
    public String from() {
        return Objects.requireNonNullElse(Headers.value(message, "From"), "somebody");
    }

    public String date() {
        return Objects.requireNonNullElse(Headers.value(message, "Date"), "some day");
    }

    /** Returns its subject after {@code prefix}, which is not repeated. */
    String subject(String prefix) {
        String subject = ascii(Objects.requireNonNullElse(Headers.value(message, "Subject"), ""));
        return subject.regionMatches(true, 0, prefix, 0, prefix.length()) ? subject : prefix + " " + subject;
    }

    /** Returns the references of an answer: the last of its own references and itself (RFC 5322, 3.6.4). */
    List<String> references() {
        List<String> references = new ArrayList<>();
        String own = Headers.value(message, "References");
        if (own != null) {
            references.addAll(List.of(own.split("\\s+")));
        }
        String id = messageId();
        if (id != null) {
            references.add(id);
        }
        references.removeIf(reference -> !reference.startsWith("<") || reference.length() > 200);
        int count = references.size();
        return List.copyOf(references.subList(Math.max(0, count - REFERENCES), count));
    }

    /** Returns whether it may be attached unchanged: 7-bit, with CRLF only, no line longer than a mail may have. */
    boolean isAttachable() {
        int lineStart = 0;
        for (int i = 0; i < message.length; i++) {
            byte b = message[i];
            if (b == '\n') {
                if (i == 0 || message[i - 1] != '\r' || i - 1 - lineStart > MAX_LINE_LENGTH) {
                    return false;
                }
                lineStart = i + 1;
            } else if (b <= 0 || (b == '\r' && (i + 1 == message.length || message[i + 1] != '\n'))) {
                return false;
            }
        }
        return message.length > 0 && lineStart == message.length;
    }

    byte[] message() {
        return message;
    }

    /** Returns the text of a message that is nothing but plain text; null for any other, whose parts may be encoded. */
    public @Nullable String plainText() {
        String type = Headers.value(message, "Content-Type");
        return type != null && type.startsWith("text/plain")
                ? new String(message, bodyStart, message.length - bodyStart, StandardCharsets.US_ASCII)
                : null;
    }

    /** Returns its header block with the empty line at the end. */
    byte[] headerBlock() {
        return Arrays.copyOf(message, bodyStart);
    }

    /**
     * Returns the beginning of its text, quoted line by line, in whole lines of at most {@code limitBytes} together.
     */
    byte[] quote(int limitBytes) {
        StringBuilder quote = new StringBuilder();
        String intro = "On " + ascii(date()) + ", " + ascii(from()) + " wrote:\r\n";
        if (intro.length() > Math.min(limitBytes, MAX_LINE_LENGTH)) {
            return new byte[0];
        }
        quote.append(intro);
        for (String line : ascii(text(limitBytes)).split("\r?\n", 0)) {
            String quoted = line.length() > QUOTED_LINE ? line.substring(0, QUOTED_LINE) : line;
            if (line.startsWith("--") || quote.length() + quoted.length() + 4 > limitBytes) {
                break;
            }
            quote.append("> ").append(quoted).append("\r\n");
        }
        return quote.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the beginning of the body, or of the first part of a multipart body. */
    private String text(int limitBytes) {
        String body = new String(
                message,
                bodyStart,
                Math.min(message.length - bodyStart, limitBytes + 512),
                StandardCharsets.ISO_8859_1);
        String type = Headers.value(message, "Content-Type");
        if (type == null || !type.regionMatches(true, 0, "multipart/", 0, 10)) {
            return body;
        }
        int partHeaders = body.indexOf("--");
        int partBody = body.indexOf("\r\n\r\n", Math.max(partHeaders, 0));
        return partBody < 0 ? "" : body.substring(partBody + 4);
    }

    private static String ascii(String text) {
        StringBuilder ascii = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            ascii.append(c < 127 && (c >= ' ' || c == '\r' || c == '\n') ? c : '?');
        }
        return ascii.toString();
    }
}
