// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.plateaubench.engine.document.Documents;

/** One server-sent event, encoded once for all viewers. Immutable. */
final class StreamEvent {
    /** A comment that keeps the connection open. */
    static final StreamEvent KEEP_ALIVE = new StreamEvent(": keep-alive\n\n");

    private final byte[] bytes;

    private StreamEvent(String text) {
        bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the event to a connection. */
    void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
    }

    /** Creates an event whose data is written as one line of JSON. */
    static StreamEvent of(String name, Object data) {
        return new StreamEvent("event: " + name + "\ndata: " + Documents.line(data) + "\n\n");
    }
}
