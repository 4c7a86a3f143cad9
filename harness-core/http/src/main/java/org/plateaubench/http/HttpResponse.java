// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A complete response. Belongs to its connection and is valid until that connection's next exchange, {@code release} or
 * {@code close}. User-confined. Objects are created only for values that are read.
 */
public interface HttpResponse {
    /** Value of {@link #contentLength()} when the response does not declare it. */
    long UNKNOWN_LENGTH = -1;

    /** Three digits, 200..999; never an interim 1xx. */
    int status();

    /** Number of fields, those of the trailer last. */
    int headerCount();

    /** Name of a field as sent, from 0. */
    String headerName(int index);

    /** Value of a field without the spaces around it, from 0; bytes above 127 are read as ISO-8859-1. */
    String headerValue(int index);

    /** Whether a field has this name, in any case. Allocates nothing. */
    default boolean headerIs(int index, String name) {
        return headerName(index).equalsIgnoreCase(name);
    }

    /** Value of the first field of a name, in any case; null when there is none. */
    default @Nullable String header(String name) {
        for (int i = 0; i < headerCount(); i++) {
            if (headerIs(i, name)) {
                return headerValue(i);
            }
        }
        return null;
    }

    /**
     * The declared {@code Content-Length}, which for HEAD and 304 is not the received length; or {@link
     * #UNKNOWN_LENGTH}.
     */
    long contentLength();

    /**
     * Array that holds the body, from {@link #bodyOffset()} on; it must not be changed. Empty where bodies are
     * discarded.
     */
    byte[] bodyArray();

    /** Index in {@link #bodyArray()} where the body begins. */
    int bodyOffset();

    /** Bytes of the body, still compressed if received so; counted also where the body was discarded. */
    int bodyLength();

    /** Whether the body was only counted. */
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

    /** Bytes of the request as sent, header and framing included, TLS not; of both attempts when it was sent again. */
    long sentBytes();

    /** Bytes of the response as received, header and framing included, TLS not. */
    long receivedBytes();

    /** Whether the connection may be used again; if not, the next exchange opens a new one. */
    boolean reusable();
}
