// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.plateaubench.http.RequestBody;

/**
 * A body of type {@code application/x-www-form-urlencoded}, serialised by the URL standard: UTF-8, blanks as plus
 * signs, line ends as CR LF. Not thread-safe while fields are added; afterwards it can be sent repeatedly.
 */
public final class UrlEncodedBody implements RequestBody {
    private static final String HEX = "0123456789ABCDEF";

    private byte[] bytes = new byte[128];
    private int length;

    /** Adds a field. */
    public UrlEncodedBody add(String name, String value) {
        if (length > 0) {
            put('&');
        }
        encode(LineEnds.normalized(name));
        put('=');
        encode(LineEnds.normalized(value));
        return this;
    }

    private void encode(String text) {
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (stays(octet)) {
                put(octet);
            } else if (octet == ' ') {
                put('+');
            } else {
                put('%');
                put(HEX.charAt(octet >> 4 & 15));
                put(HEX.charAt(octet & 15));
            }
        }
    }

    private static boolean stays(byte c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '*'
                || c == '-'
                || c == '.'
                || c == '_';
    }

    private void put(int octet) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = (byte) octet;
    }

    @Override
    public String contentType() {
        return "application/x-www-form-urlencoded";
    }

    @Override
    public long lengthBytes() {
        return length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    /** The encoded text, for the query of a form that is sent by GET. */
    public String text() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
