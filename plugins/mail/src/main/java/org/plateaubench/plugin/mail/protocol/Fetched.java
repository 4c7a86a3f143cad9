// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.eclipse.angus.mail.iap.ByteArray;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.content.Headers;

/**
 * A {@code FETCH} answer, parsed here rather than by Angus, which creates an object and a string for every item, stores
 * flags in a hash table, and parses dates under a lock that all connections share.
 */
public final class Fetched {
    final int sequence;
    long uid = -1;
    long sizeBytes = -1;
    long modSequence = -1;
    /** Bits of {@link Flag}; -1 when the answer has no flags. */
    int flags = -1;

    @Nullable
    ByteArray body;

    private @Nullable ByteArray headers;

    @Nullable
    String token;

    private Fetched(int sequence) {
        this.sequence = sequence;
    }

    /** Parses an answer whose keyword has been read. */
    public static Fetched read(IMAPResponse response) throws ProtocolException {
        Fetched fetched = new Fetched(response.getNumber());
        if (!response.isNextNonSpace('(')) {
            throw new ProtocolException("FETCH without a list: " + start(response));
        }
        while (!response.isNextNonSpace(')')) {
            fetched.readItem(response);
        }
        return fetched;
    }

    private static String start(IMAPResponse response) {
        String text = response.toString();
        return text.substring(0, Math.min(80, text.length()));
    }

    private void readItem(IMAPResponse response) throws ProtocolException {
        String name = response.readAtom();
        if (name == null || name.isEmpty()) {
            throw new ProtocolException("FETCH that cannot be read: " + start(response));
        }
        switch (name.toUpperCase(Locale.ROOT)) {
            case "UID" -> uid = response.readLong();
            case "RFC822.SIZE" -> sizeBytes = response.readLong();
            case "FLAGS" -> flags = readFlags(response);
            case "INTERNALDATE" -> response.readString();
            case "MODSEQ" -> modSequence = readModSequence(response);
            case "BODY[", "BODY[TEXT" -> body = readSection(response);
            case "BODY[HEADER.FIELDS" -> {
                headers = readSection(response);
                token = header(Headers.TOKEN);
            }
            default -> throw new ProtocolException("FETCH of what was not requested: " + start(response));
        }
    }

    private static int readFlags(IMAPResponse response) {
        String[] names = response.readSimpleList();
        int bits = 0;
        if (names != null) {
            for (String name : names) {
                bits |= Flag.bitOf(name);
            }
        }
        return bits;
    }

    private static long readModSequence(IMAPResponse response) {
        response.isNextNonSpace('(');
        long value = response.readLong();
        response.isNextNonSpace(')');
        return value;
    }

    private static @Nullable ByteArray readSection(IMAPResponse response) throws ProtocolException {
        byte next = response.readByte();
        while (next != ']') {
            if (next == 0) {
                throw new ProtocolException("FETCH of a section without an end: " + start(response));
            }
            next = response.readByte();
        }
        return response.readByteArray();
    }

    /** Returns a header that was fetched; null without one. */
    public @Nullable String header(String name) {
        return headers == null
                ? null
                : Headers.value(headers.getBytes(), headers.getStart(), headers.getStart() + headers.getCount(), name);
    }

    public long uid() {
        return uid;
    }

    public int flags() {
        return flags;
    }

    public @Nullable String token() {
        return token;
    }

    /** Returns the body as text; empty without one. */
    public String bodyText() {
        return body == null
                ? ""
                : new String(body.getBytes(), body.getStart(), body.getCount(), StandardCharsets.ISO_8859_1);
    }
}
