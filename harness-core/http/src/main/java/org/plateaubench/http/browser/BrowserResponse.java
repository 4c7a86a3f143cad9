// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;

/**
 * The response of a server after all redirects. The body is decompressed on first use. The response is valid until the
 * browser's next request or {@code endOperation}; after that, its methods throw an IllegalStateException.
 */
public final class BrowserResponse {
    /**
     * Checks the parts of a page as they arrive. If parts are fetched in parallel, several threads call it at the same
     * time.
     */
    @FunctionalInterface
    public interface Check {
        /**
         * Checks one response with status 2xx.
         *
         * @throws IOException if the response is wrong, such as {@link org.plateaubench.http.html.WrongContent}
         */
        void check(WebAddress address, BrowserResponse response) throws IOException;
    }

    private final HttpResponse response;
    private final PooledConnection pooled;
    private final TrafficCount traffic;
    private final long number;
    private byte @Nullable [] bytes;
    private int offset;
    private int length;

    BrowserResponse(HttpResponse response, PooledConnection pooled, TrafficCount traffic) {
        this.response = response;
        this.pooled = pooled;
        this.traffic = traffic;
        this.number = pooled.number();
    }

    HttpResponse httpResponse() {
        if (number != pooled.number()) {
            throw new IllegalStateException(
                    "the response is no longer available: the browser has made another request since");
        }
        return response;
    }

    /** The status. */
    public int status() {
        return httpResponse().status();
    }

    /** The value of {@code Content-Type} without its parameters, in lower case; empty if there is none. */
    public String mediaType() {
        String value = httpResponse().header("Content-Type");
        if (value == null) {
            return "";
        }
        int end = value.indexOf(';');
        return (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** The charset that {@code Content-Type} names, or null. */
    @Nullable
    String charset() {
        String value = httpResponse().header("Content-Type");
        int start = value == null ? -1 : value.toLowerCase(Locale.ROOT).indexOf("charset=");
        if (value == null || start < 0) {
            return null;
        }
        int end = value.indexOf(';', start);
        String name = value.substring(start + "charset=".length(), end < 0 ? value.length() : end)
                .strip();
        return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
                ? name.substring(1, name.length() - 1)
                : name;
    }

    /** Length of the body in bytes, as received and possibly compressed. */
    public int receivedLength() {
        return httpResponse().bodyLength();
    }

    /**
     * The array that contains the decompressed body, from {@link #offset()} on. It must not be changed.
     *
     * @throws BrowserFailure if it cannot be decompressed
     */
    public byte[] bytes() throws BrowserFailure {
        httpResponse();
        byte[] decompressed = bytes;
        return decompressed == null ? decompress() : decompressed;
    }

    /** The index in {@link #bytes()} at which the body begins. */
    public int offset() throws BrowserFailure {
        bytes();
        return offset;
    }

    /** Length of the decompressed body in bytes. */
    public int length() throws BrowserFailure {
        bytes();
        return length;
    }

    private byte[] decompress() throws BrowserFailure {
        if (response.bodyDiscarded()) {
            throw new IllegalStateException("the body was discarded, and only its length is known");
        }
        String coding = response.header("Content-Encoding");
        byte[] result;
        if (coding == null || ContentDecoder.isIdentity(coding) || response.bodyLength() == 0) {
            result = response.bodyArray();
            offset = response.bodyOffset();
            length = response.bodyLength();
        } else {
            ContentDecoder decoder = pooled.decoder();
            long startNanos = pooled.nanoTime();
            try {
                decoder.decode(coding.strip(), response.bodyArray(), response.bodyOffset(), response.bodyLength());
            } finally {
                traffic.parsed(pooled.nanoTime() - startNanos);
            }
            result = decoder.bytes();
            offset = 0;
            length = decoder.length();
        }
        bytes = result;
        return result;
    }

    /** The decompressed body as text, in the charset of {@code Content-Type} or, without one, in UTF-8. */
    public String text() throws BrowserFailure {
        return new String(bytes(), offset, length, charsetOrUtf8());
    }

    private Charset charsetOrUtf8() {
        String name = charset();
        try {
            return name != null && Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
        } catch (IllegalCharsetNameException e) {
            return StandardCharsets.UTF_8;
        }
    }

    /**
     * Whether the body contains the UTF-8 bytes of this text: a cheap check for a text that a page must or must not
     * contain.
     */
    public boolean contains(String text) throws BrowserFailure {
        byte[] body = bytes();
        byte[] pattern = text.getBytes(StandardCharsets.UTF_8);
        if (pattern.length == 0) {
            return true;
        }
        int last = offset + length - pattern.length;
        for (int i = offset; i <= last; i++) {
            if (body[i] == pattern[0] && Arrays.equals(body, i, i + pattern.length, pattern, 0, pattern.length)) {
                return true;
            }
        }
        return false;
    }
}
