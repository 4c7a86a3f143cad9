// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a message of several parts (RFC 2046, 5.1): a text first, then what was added. One thread. */
final class MultipartBody {
    /** More than the boundaries and headers of a text and an attached message take. */
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

    /** The content type that says how the parts are told from each other. */
    static String type(String subtype, String boundary) {
        return "multipart/" + subtype + ";\r\n boundary=\"" + boundary + "\"";
    }

    private String partHeaders(String type, String encoding, @Nullable String fileName) {
        return "--" + boundary + "\r\nContent-Type: " + type + "\r\nContent-Transfer-Encoding: " + encoding
                + (fileName == null ? "" : "\r\nContent-Disposition: attachment; filename=\"" + fileName + "\"")
                + "\r\n\r\n";
    }

    /** A part whose content ends with a line end, which belongs to the boundary behind it. */
    void add(String type, String encoding, @Nullable String fileName, Content content) {
        attached.add(Content.of(partHeaders(type, encoding, fileName)));
        attached.add(content);
    }

    /** Makes the last line end of what was added its own: the one here belongs to the boundary behind it. */
    void addLineEnd() {
        attached.add(Content.of("\r\n"));
    }

    /** How long the headers of such a part are. */
    int headerBytes(String type, String encoding, @Nullable String fileName) {
        return partHeaders(type, encoding, fileName).length();
    }

    /** Bytes of the body so far, without the text itself. */
    int sizeBytes() {
        int size = textHeaders.sizeBytes() + end.sizeBytes();
        for (Content content : attached) {
            size += content.sizeBytes();
        }
        return size;
    }

    /** The whole body with its text, which ends with a line end. */
    List<Content> behind(List<Content> text) {
        List<Content> body = new ArrayList<>();
        body.add(textHeaders);
        body.addAll(text);
        body.addAll(attached);
        body.add(end);
        return body;
    }
}
