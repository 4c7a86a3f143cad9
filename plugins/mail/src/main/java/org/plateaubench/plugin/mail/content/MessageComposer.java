// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;

/**
 * Composes messages as they are sent, except for dot-stuffing: 7-bit, CRLF, no line longer than 998 characters (RFC
 * 5322, 2.1.1). The same letter, size and draws always give the same bytes. Immutable; any thread.
 */
public final class MessageComposer {
    private static final String PLAIN = "text/plain; charset=us-ascii";
    private static final int LARGEST_TEXT = 4096;
    private static final int SMALLEST_TEXT = 2;
    private static final int SMALLEST_ATTACHMENT = 512;

    private final Vocabulary vocabulary;
    private final TextFiller filler;

    /** Creates a composer that draws its words from a vocabulary. */
    public MessageComposer(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
        this.filler = new TextFiller(vocabulary);
    }

    /**
     * Returns a message of exactly the size of {@code row}, or of its least possible size when its headers alone
     * (sixteen long addresses) are larger. An answer quotes the beginning of the original in at most half of its text.
     * A forward has the whole original attached if it fits, else only its headers, else nothing, so that forwards do
     * not change the distribution of sizes.
     */
    public byte[] compose(Letter letter, SizeTable.Row row, Draws draws) {
        String subject = HeaderBlock.subject(letter, vocabulary, draws);
        int size = row.sizeBytes();
        HeaderBlock plain = HeaderBlock.of(letter, subject, PLAIN);
        int attachmentBytes = size - plain.sizeBytes() - MultipartBody.FRAME_BYTES - SMALLEST_ATTACHMENT;
        Forwarded original = forwarded(letter, attachmentBytes);
        if (original == null
                && (row.attachment() == SizeTable.Attachment.NONE || attachmentBytes < SMALLEST_ATTACHMENT)) {
            return plain.with(text(letter, size - plain.sizeBytes(), draws));
        }
        String boundary = boundary(draws);
        HeaderBlock headers = HeaderBlock.of(letter, subject, MultipartBody.type("mixed", boundary));
        MultipartBody body = new MultipartBody(boundary);
        if (original != null) {
            body.add(original.type(), "7bit", null, new Content.Bytes(original.bytes()));
            body.addLineEnd();
        }
        int remaining = size - headers.sizeBytes() - body.sizeBytes();
        if (row.attachment() != SizeTable.Attachment.NONE) {
            new Attachments(filler, vocabulary, draws)
                    .add(body, row.attachment(), remaining - Math.min(remaining / 5, LARGEST_TEXT));
        }
        int textBytes = size - headers.sizeBytes() - body.sizeBytes();
        return headers.with(body.behind(text(letter, textBytes, draws)));
    }

    /** Returns a message with a calendar object for other calendars (iMIP, RFC 6047), of any size. */
    public byte[] invitation(Letter letter, byte[] calendar, String subject, Draws draws) {
        String boundary = boundary(draws);
        HeaderBlock headers = HeaderBlock.of(letter, subject, MultipartBody.type("alternative", boundary));
        MultipartBody body = new MultipartBody(boundary);
        body.add("text/calendar; method=REQUEST; charset=utf-8", "7bit", null, new Content.Bytes(calendar));
        body.addLineEnd();
        return headers.with(body.behind(List.of(words(256, draws))));
    }

    private static @Nullable Forwarded forwarded(Letter letter, int availableBytes) {
        Original original = letter.original();
        if (original == null || letter.kind() != Letter.Kind.FORWARD || !original.attachable()) {
            return null;
        }
        if (original.message().length <= availableBytes) {
            return new Forwarded("message/rfc822", original.message());
        }
        byte[] headers = original.headerBlock();
        return headers.length <= availableBytes ? new Forwarded("text/rfc822-headers", headers) : null;
    }

    /** Returns new words, then the quotation. */
    private List<Content> text(Letter letter, int sizeBytes, Draws draws) {
        List<Content> text = new ArrayList<>(2);
        Original original = letter.original();
        if (original == null || letter.kind() != Letter.Kind.REPLY) {
            text.add(words(Math.max(sizeBytes, SMALLEST_TEXT), draws));
            return text;
        }
        byte[] quote = original.quote(Math.min(sizeBytes / 2, LARGEST_TEXT));
        text.add(words(Math.max(sizeBytes - quote.length, SMALLEST_TEXT), draws));
        text.add(new Content.Bytes(quote));
        return text;
    }

    private Content words(int sizeBytes, Draws draws) {
        return new Content.Words(filler, sizeBytes, draws.bits(Purpose.TEXT, 0));
    }

    private static String boundary(Draws draws) {
        return "=_plateau_" + HexFormat.of().toHexDigits(draws.bits(Purpose.BOUNDARY, 0));
    }

    /** The attached part of an original. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Forwarded(String type, byte[] bytes) {}
}
