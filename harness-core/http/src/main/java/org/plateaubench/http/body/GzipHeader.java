// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import org.plateaubench.http.body.DecodingException.Fault;

/** Header of a gzip member, RFC 1952, section 2.3. */
final class GzipHeader {
    private static final int HEADER_CHECK = 0x02;
    private static final int EXTRA = 0x04;
    private static final int NAME = 0x08;
    private static final int COMMENT = 0x10;
    private static final int RESERVED = 0xe0;
    private static final int FIXED_BYTES = 10;

    private GzipHeader() {}

    /** The end of the header that begins at {@code start}. */
    static int end(byte[] bytes, int start, int end) throws DecodingException {
        requirePresent(start + FIXED_BYTES, end);
        int flags = bytes[start + 3] & 0xff;
        if ((bytes[start] & 0xff) != 0x1f
                || (bytes[start + 1] & 0xff) != 0x8b
                || bytes[start + 2] != 8
                || (flags & RESERVED) != 0) {
            throw new DecodingException(Fault.MALFORMED, "the body is not gzip, or something follows it");
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

    private static int afterZero(byte[] bytes, int start, int end) throws DecodingException {
        int position = start;
        while (position < end && bytes[position] != 0) {
            position++;
        }
        requirePresent(position + 1, end);
        return position + 1;
    }

    private static void requirePresent(int position, int end) throws DecodingException {
        if (position > end) {
            throw new DecodingException(Fault.TRUNCATED, "the compressed body ends within its header");
        }
    }
}
