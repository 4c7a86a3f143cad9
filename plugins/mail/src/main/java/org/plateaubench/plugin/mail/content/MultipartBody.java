// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a message of several parts (RFC 2046, 5.1): a text first, then the added parts. One thread. */
final class MultipartBody {
    /** Bytes of a frame, more than the boundaries and headers of a text and an attached message need. */
    static final int FRAME_BYTES = 512;

    private final String boundary;
    private final Content textHeaders;
    private final Content end;
    private final List<Content> attached = new ArrayList<>();

    MultipartBody(String boundary) {
        this.boundary = boundary;
        this.textHeaders = Content.of(partHeaders("text/plain; charset=us-ascii", "7bit", null));
        this.end = Content.of("--" + boundary + "--\r\n");
    }

    /** Returns the content type with the boundary between the parts. */
    static String type(String subtype, String boundary) {
        return "multipart/" + subtype + ";\r\n boundary=\"" + boundary + "\"";
    }

    private String partHeaders(String type, String encoding, @Nullable String fileName) {
        return "--" + boundary + "\r\nContent-Type: " + type + "\r\nContent-Transfer-Encoding: " + encoding
                + (fileName == null ? "" : "\r\nContent-Disposition: attachment; filename=\"" + fileName + "\"")
                + "\r\n\r\n";
    }

    /** Adds a part whose content ends with a line end, which belongs to the boundary after it. */
    void add(String type, String encoding, @Nullable String fileName, Content content) {
        attached.add(Content.of(partHeaders(type, encoding, fileName)));
        attached.add(content);
    }

    /**
     * Adds a line end, so that the last one of the content stays its own: this one belongs to the boundary after it.
     */
    void addLineEnd() {
        attached.add(Content.of("\r\n"));
    }

    /** Returns the size of the headers of such a part. */
    int headerBytes(String type, String encoding, @Nullable String fileName) {
        return partHeaders(type, encoding, fileName).length();
    }

    /** Returns the bytes of the body so far, without the text itself. */
    int sizeBytes() {
        int size = textHeaders.sizeBytes() + end.sizeBytes();
        for (Content content : attached) {
            size += content.sizeBytes();
        }
        return size;
    }

    /** Returns the whole body with its text, which ends with a line end. */
    List<Content> behind(List<Content> text) {
        List<Content> body = new ArrayList<>();
        body.add(textHeaders);
        body.addAll(text);
        body.addAll(attached);
        body.add(end);
        return body;
    }
}
