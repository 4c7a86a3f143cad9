// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.http.RequestBody;

/**
 * A body of type {@code multipart/form-data} as browsers write it (HTML standard, RFC 7578). Its length is known before
 * it is sent, and files are streamed. No name or file name can end its part or add a header: quotes and line ends in
 * names are percent-encoded. Not thread-safe while parts are added; afterwards it can be sent repeatedly.
 */
public final class MultipartBody implements RequestBody {
    private static final AtomicLong SERIAL = new AtomicLong();

    private final String boundary;
    private final byte[] end;
    private final List<RequestBody> pieces = new ArrayList<>();
    private long length;

    /** Creates an empty form with a unique boundary. */
    public MultipartBody() {
        this(freshBoundary(SERIAL.incrementAndGet()));
    }

    MultipartBody(String boundary) {
        this.boundary = boundary;
        this.end = ascii("--" + boundary + "--\r\n");
        this.length = end.length;
    }

    /** Unique in a process and hard to guess. */
    private static String freshBoundary(long serial) {
        SplittableRandom random = new SplittableRandom(serial);
        HexFormat hex = HexFormat.of();
        return "----plateau" + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }

    /** Adds a field. */
    public MultipartBody add(String name, String value) {
        return addPart(
                disposition(UrlEncodedBody.withLineEnds(name)) + "\r\n\r\n",
                RequestBody.of(UrlEncodedBody.withLineEnds(value).getBytes(StandardCharsets.UTF_8), ""));
    }

    /**
     * Adds a file.
     *
     * @param file content of the file, with its media type
     */
    public MultipartBody addFile(String name, String fileName, RequestBody file) {
        return addPart(
                disposition(UrlEncodedBody.withLineEnds(name)) + "; filename=\"" + quoted(fileName)
                        + "\"\r\nContent-Type: " + file.contentType() + "\r\n\r\n",
                file);
    }

    private static String disposition(String name) {
        return "Content-Disposition: form-data; name=\"" + quoted(name) + "\"";
    }

    /** Encodes the three characters that could end the quoted text, as the HTML standard requires. */
    private static String quoted(String text) {
        return text.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }

    private MultipartBody addPart(String headers, RequestBody content) {
        byte[] header = ("--" + boundary + "\r\n" + headers).getBytes(StandardCharsets.UTF_8);
        for (RequestBody piece : List.of(RequestBody.of(header, ""), content, RequestBody.of(ascii("\r\n"), ""))) {
            pieces.add(piece);
            length += piece.lengthBytes();
        }
        return this;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    @Override
    public long lengthBytes() {
        return length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (RequestBody piece : pieces) {
            piece.writeTo(out);
        }
        out.write(end);
    }
}
