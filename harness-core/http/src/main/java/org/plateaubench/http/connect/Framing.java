// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;

/**
 * The framing of a response according to its header: the end of the body, and whether the connection is kept (RFC 9112,
 * 6.3 and 9.3).
 */
final class Framing {
    private static final int MAX_DIGITS = 18;
    private static final long UNKNOWN = -1;

    private long contentLength = UNKNOWN;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;

    void clear() {
        contentLength = UNKNOWN;
        chunked = false;
        close = false;
        keepAlive = false;
    }

    long contentLength() {
        return contentLength;
    }

    boolean chunked() {
        return chunked;
    }

    boolean isKeptAlive(boolean version10) {
        return !close && (!version10 || keepAlive);
    }

    void readField(byte[] buffer, int nameStart, int nameEnd, int start, int end) throws IOException {
        if (ByteClasses.same(buffer, nameStart, nameEnd, "connection")) {
            readConnection(buffer, start, end);
        } else if (ByteClasses.same(buffer, nameStart, nameEnd, "content-length")) {
            readContentLength(buffer, start, end);
        } else if (ByteClasses.same(buffer, nameStart, nameEnd, "transfer-encoding")) {
            if (chunked || !ByteClasses.same(buffer, start, end, "chunked")) {
                throw ResponseProblem.malformed("an unrequested transfer coding");
            }
            chunked = true;
        }
    }

    private void readContentLength(byte[] buffer, int start, int end) throws IOException {
        if (end == start || end - start > MAX_DIGITS) {
            throw ResponseProblem.malformed("a Content-Length of " + (end - start) + " characters");
        }
        long value = 0;
        for (int i = start; i < end; i++) {
            int digit = buffer[i] - '0';
            if (digit < 0 || digit > 9) {
                throw ResponseProblem.malformed("a Content-Length that is not a number");
            }
            value = value * 10 + digit;
        }
        if (contentLength >= 0 && contentLength != value) {
            throw ResponseProblem.malformed("two lengths, " + contentLength + " and " + value);
        }
        contentLength = value;
    }

    private void readConnection(byte[] buffer, int start, int end) {
        int from = start;
        while (from < end) {
            int to = from;
            while (to < end && buffer[to] != ',') {
                to++;
            }
            int last = to;
            while (from < last && ByteClasses.isBlank(buffer[from])) {
                from++;
            }
            while (last > from && ByteClasses.isBlank(buffer[last - 1])) {
                last--;
            }
            close |= ByteClasses.same(buffer, from, last, "close");
            keepAlive |= ByteClasses.same(buffer, from, last, "keep-alive");
            from = to + 1;
        }
    }

    /** Refuses ambiguous framing, which two readers could interpret differently. */
    void requireUnambiguous(boolean version10) throws IOException {
        if (chunked && contentLength >= 0) {
            throw ResponseProblem.malformed("both a Content-Length and a Transfer-Encoding");
        }
        if (chunked && version10) {
            throw ResponseProblem.malformed("a Transfer-Encoding in HTTP/1.0");
        }
    }
}
