// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.plateaubench.http.RequestBody;

/**
 * A body of type {@code multipart/form-data} as browsers write it (HTML standard, RFC 7578). Its length is known before
 * it is sent, and files are streamed. No name, file name or value can end its part or add a header: quotes and line
 * ends in names are percent-encoded, and an entry that contains the boundary is refused. Not thread-safe while parts
 * are added; afterwards it can be sent repeatedly.
 */
public final class MultipartBody implements RequestBody {
    private static final AtomicLong SERIAL = new AtomicLong();
    private static final Pattern MEDIA_TYPE = Pattern.compile(
            "[\\w!#$&^.+-]+/[\\w!#$&^.+-]+( ?; ?[\\w!#$&^.+-]+=([\\w!#$&^.+-]+|\"[\\w !#$&^.+:/-]*\"))*",
            Pattern.CASE_INSENSITIVE);

    /** The content between two boundaries. */
    private static final class Part {
        private final byte[] head;
        private final Content content;

        Part(byte[] head, Content content) {
            this.head = head;
            this.content = content;
        }
    }

    private final String boundary;
    private final byte[] end;
    private final List<Part> parts = new ArrayList<>();
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

    /** Two rounds of the finaliser of SplitMix64 over a serial number: unique in a process and hard to guess. */
    private static String freshBoundary(long serial) {
        long first = mixed(serial * 0x9E3779B97F4A7C15L);
        long second = mixed(first + 0x9E3779B97F4A7C15L);
        return "----plateau" + hex(first) + hex(second);
    }

    private static long mixed(long seed) {
        long z = (seed ^ (seed >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private static String hex(long number) {
        String digits = Long.toHexString(number);
        return "0".repeat(16 - digits.length()) + digits;
    }

    /**
     * Adds a field.
     *
     * @throws IllegalArgumentException if the name or value contains the boundary
     */
    public MultipartBody add(String name, String value) {
        String normalized = LineEnds.normalized(value);
        refuseBoundary(normalized);
        return addPart(
                disposition(LineEnds.normalized(name)) + "\r\n\r\n",
                Content.of(normalized.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Adds a file.
     *
     * @param mediaType media type, for example {@code image/jpeg}
     * @throws IllegalArgumentException if the media type is invalid, or a name contains the boundary
     */
    public MultipartBody addFile(String name, String fileName, String mediaType, Content content) {
        if (!MEDIA_TYPE.matcher(mediaType).matches()) {
            throw new IllegalArgumentException("not a media type: " + mediaType);
        }
        return addPart(
                disposition(LineEnds.normalized(name)) + "; filename=\"" + quoted(fileName) + "\"\r\nContent-Type: "
                        + mediaType + "\r\n\r\n",
                content);
    }

    private static String disposition(String name) {
        return "Content-Disposition: form-data; name=\"" + quoted(name) + "\"";
    }

    /** Encodes the three characters that could end the quoted text, as the HTML standard requires. */
    private static String quoted(String text) {
        return text.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }

    private MultipartBody addPart(String headers, Content content) {
        refuseBoundary(headers);
        byte[] head = ("--" + boundary + "\r\n" + headers).getBytes(StandardCharsets.UTF_8);
        parts.add(new Part(head, content));
        length = Math.addExact(length, Math.addExact(head.length + 2L, content.lengthBytes()));
        return this;
    }

    private void refuseBoundary(String text) {
        if (text.contains(boundary)) {
            throw new IllegalArgumentException("an entry contains the boundary of its own form");
        }
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
        for (Part part : parts) {
            out.write(part.head);
            part.content.writeTo(out);
            out.write('\r');
            out.write('\n');
        }
        out.write(end);
    }
}
