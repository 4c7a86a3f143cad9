// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.plateaubench.http.RequestBody;

/**
 * A body of type {@code application/x-www-form-urlencoded}, serialised by the URL standard: UTF-8, blanks as plus
 * signs, line ends as CR LF. Not thread-safe while fields are added; afterwards it can be sent repeatedly.
 */
public final class UrlEncodedBody implements RequestBody {
    private static final Pattern LINE_END = Pattern.compile("\r\n?|\n");

    private final ByteArrayOutputStream encoded = new ByteArrayOutputStream();

    /** Adds a field. */
    public UrlEncodedBody add(String name, String value) {
        String pair = encoded(name) + "=" + encoded(value);
        encoded.writeBytes((encoded.size() > 0 ? "&" + pair : pair).getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(withLineEnds(text), StandardCharsets.UTF_8);
    }

    /** Replaces every CR, LF or CR LF of a form entry by CR LF, as the HTML standard requires. */
    static String withLineEnds(String text) {
        boolean oneLine = text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
        return oneLine ? text : LINE_END.matcher(text).replaceAll("\r\n");
    }

    @Override
    public String contentType() {
        return "application/x-www-form-urlencoded";
    }

    @Override
    public long lengthBytes() {
        return encoded.size();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        encoded.writeTo(out);
    }

    /** The encoded text, for the query of a form that is sent by GET. */
    public String text() {
        return encoded.toString(StandardCharsets.US_ASCII);
    }
}
