// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes bodies with {@code Content-Encoding} gzip into a reusable buffer. Not thread-safe. All decoders of
 * the process share a pool of native inflaters, so that thousands of users need only as many inflaters as decode at the
 * same time.
 */
public final class ContentDecoder {
    /** The value of {@code Accept-Encoding} in requests. */
    public static final String ACCEPTED = "gzip";

    private static final int MAX_POOLED = 32;
    private static final ArrayBlockingQueue<InflaterAndChecksum> POOL = new ArrayBlockingQueue<>(MAX_POOLED);
    private static final int FIRST_BUFFER_BYTES = 8192;

    /** Flags of the header of a gzip member. */
    private static final int HEADER_CHECK = 0x02;

    private static final int EXTRA = 0x04;
    private static final int NAME = 0x08;
    private static final int COMMENT = 0x10;
    private static final int RESERVED = 0xe0;
    private static final int FIXED_BYTES = 10;

    private final int maxBytes;
    private byte[] decoded = {};
    private int length;

    /** A check sum, and a raw inflater, because this class reads the frames of gzip itself. */
    private record InflaterAndChecksum(Inflater raw, CRC32 checkSum) {}

    /**
     * Creates a decoder.
     *
     * @param maxBytes greatest decoded length, 1 to 2^30
     */
    public ContentDecoder(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Whether a body of this content coding is uncoded: none is given, or {@code identity}. */
    public static boolean isIdentity(String coding) {
        return coding.isEmpty() || coding.equalsIgnoreCase("identity");
    }

    /**
     * Decodes a body into {@link #bytes()} and {@link #length()}.
     *
     * @param coding value of {@code Content-Encoding}, one coding
     * @throws BrowserFailure if the body cannot be decoded; {@link #length()} is then 0
     */
    public void decode(String coding, byte[] encoded, int offset, int encodedLength) throws BrowserFailure {
        length = 0;
        InflaterAndChecksum inflater = POOL.poll();
        if (inflater == null) {
            inflater = new InflaterAndChecksum(new Inflater(true), new CRC32());
        }
        boolean done = false;
        try {
            if (!coding.equalsIgnoreCase("gzip") && !coding.equalsIgnoreCase("x-gzip")) {
                throw new BrowserFailure(
                        BrowserFailure.Kind.MALFORMED_CONTENT, "the content coding " + coding + " was not requested");
            }
            gunzip(inflater, encoded, offset, offset + encodedLength);
            done = true;
        } finally {
            if (!done) {
                length = 0;
            }
            if (!POOL.offer(inflater)) {
                inflater.raw.end();
            }
        }
    }

    /** Decodes one or more members, RFC 1952. */
    private void gunzip(InflaterAndChecksum inflater, byte[] encoded, int begin, int end) throws BrowserFailure {
        int position = begin;
        do {
            int start = length;
            position = inflate(inflater.raw, encoded, headerEnd(encoded, position, end), end);
            if (end - position < 8) {
                throw new BrowserFailure(
                        BrowserFailure.Kind.TRUNCATED, "the compressed body ends before its check sum");
            }
            inflater.checkSum.reset();
            inflater.checkSum.update(decoded, start, length - start);
            if (littleEndian(encoded, position) != (int) inflater.checkSum.getValue()
                    || littleEndian(encoded, position + 4) != length - start) {
                throw new BrowserFailure(
                        BrowserFailure.Kind.MALFORMED_CONTENT, "the compressed body does not match its check sum");
            }
            position += 8;
        } while (position < end);
    }

    /** Decompresses one deflate stream and appends the result. Returns the end of the stream. */
    private int inflate(Inflater raw, byte[] encoded, int start, int end) throws BrowserFailure {
        raw.reset();
        raw.setInput(encoded, start, end - start);
        try {
            while (!raw.finished()) {
                if (length == decoded.length) {
                    grow();
                }
                int capacity = Math.min(decoded.length, maxBytes + 1) - length;
                int count = raw.inflate(decoded, length, capacity);
                length += count;
                if (length > maxBytes) {
                    throw new BrowserFailure(
                            BrowserFailure.Kind.TOO_LARGE,
                            "the decompressed body is longer than " + maxBytes + " bytes");
                }
                if (count == 0 && !raw.finished() && (raw.needsInput() || raw.needsDictionary())) {
                    throw new BrowserFailure(BrowserFailure.Kind.TRUNCATED, "the compressed body is incomplete");
                }
            }
        } catch (DataFormatException e) {
            throw new BrowserFailure(
                    BrowserFailure.Kind.MALFORMED_CONTENT, "the compressed body is malformed: " + e.getMessage());
        }
        return end - raw.getRemaining();
    }

    private void grow() {
        int newLength = Math.max(FIRST_BUFFER_BYTES, 2 * decoded.length);
        decoded = Arrays.copyOf(decoded, Math.min(newLength, maxBytes + 1));
    }

    private static int littleEndian(byte[] bytes, int at) {
        return (bytes[at] & 0xff)
                | ((bytes[at + 1] & 0xff) << 8)
                | ((bytes[at + 2] & 0xff) << 16)
                | (bytes[at + 3] << 24);
    }

    /** The array of the decoded bytes, which may be longer than {@link #length()}. The next body overwrites it. */
    public byte[] bytes() {
        return decoded;
    }

    /** Number of decoded bytes. */
    public int length() {
        return length;
    }

    /** The end of the header of a gzip member, RFC 1952, section 2.3. */
    private static int headerEnd(byte[] bytes, int start, int end) throws BrowserFailure {
        requirePresent(start + FIXED_BYTES, end);
        int flags = bytes[start + 3] & 0xff;
        if ((bytes[start] & 0xff) != 0x1f
                || (bytes[start + 1] & 0xff) != 0x8b
                || bytes[start + 2] != 8
                || (flags & RESERVED) != 0) {
            throw new BrowserFailure(
                    BrowserFailure.Kind.MALFORMED_CONTENT, "the body is not gzip, or something follows it");
        }
        int position = start + FIXED_BYTES;
        if ((flags & EXTRA) != 0) {
            requirePresent(position + 2, end);
            position += 2 + ((bytes[position] & 0xff) | ((bytes[position + 1] & 0xff) << 8));
            requirePresent(position, end);
        }
        if ((flags & NAME) != 0) {
            position = afterZero(bytes, position, end);
        }
        if ((flags & COMMENT) != 0) {
            position = afterZero(bytes, position, end);
        }
        if ((flags & HEADER_CHECK) != 0) {
            position += 2;
        }
        requirePresent(position, end);
        return position;
    }

    private static int afterZero(byte[] bytes, int start, int end) throws BrowserFailure {
        int position = start;
        while (position < end && bytes[position] != 0) {
            position++;
        }
        requirePresent(position + 1, end);
        return position + 1;
    }

    private static void requirePresent(int position, int end) throws BrowserFailure {
        if (position > end) {
            throw new BrowserFailure(BrowserFailure.Kind.TRUNCATED, "the compressed body ends within its header");
        }
    }
}
