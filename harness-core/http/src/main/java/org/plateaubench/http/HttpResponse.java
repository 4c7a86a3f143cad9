// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A complete response. It is valid until its connection's next exchange, {@code release} or {@code close}. Not
 * thread-safe. Objects are created only for values that the caller reads.
 */
public interface HttpResponse {
    /** The status, 200..999; never an interim 1xx. */
    int status();

    /** Number of header fields; fields of the trailer are the last ones. */
    int headerCount();

    /**
     * The name of a field as received.
     *
     * @param index number of the field, from 0
     */
    String headerName(int index);

    /**
     * The value of a field without surrounding blanks, decoded as ISO-8859-1.
     *
     * @param index number of the field, from 0
     */
    String headerValue(int index);

    /** Whether a field has this name, ignoring case. Allocates nothing. */
    default boolean headerIs(int index, String name) {
        return headerName(index).equalsIgnoreCase(name);
    }

    /** The value of the first field with this name, ignoring case; null if there is none. */
    default @Nullable String header(String name) {
        for (int i = 0; i < headerCount(); i++) {
            if (headerIs(i, name)) {
                return headerValue(i);
            }
        }
        return null;
    }

    /**
     * The array that contains the body, from {@link #bodyOffset()} on. It must not be changed; it is empty if the body
     * was discarded.
     */
    byte[] bodyArray();

    /** The index in {@link #bodyArray()} at which the body begins. */
    int bodyOffset();

    /** Length of the body in bytes, as received and possibly compressed; also known if the body was discarded. */
    int bodyLength();

    /** Whether the body was discarded, so that only its length is known. */
    boolean bodyDiscarded();

    /** The body in a new array. */
    default byte[] bodyCopy() {
        requireBody();
        return Arrays.copyOfRange(bodyArray(), bodyOffset(), bodyOffset() + bodyLength());
    }

    /** The body as text. */
    default String bodyText(Charset charset) {
        requireBody();
        return new String(bodyArray(), bodyOffset(), bodyLength(), charset);
    }

    /** A stream of the body from its beginning. */
    default InputStream bodyStream() {
        requireBody();
        return new ByteArrayInputStream(bodyArray(), bodyOffset(), bodyLength());
    }

    private void requireBody() {
        if (bodyDiscarded()) {
            throw new IllegalStateException("the body of the response was discarded, as the request demanded");
        }
    }

    /**
     * Number of bytes sent for the request, including header and framing, without TLS; the sum of both attempts if it
     * was sent again.
     */
    long sentBytes();

    /** Number of bytes received for the response, including header and framing, without TLS. */
    long receivedBytes();

    /** Whether the socket can be used for another exchange; if not, the next exchange opens a new one. */
    boolean reusable();
}
