// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.plateaubench.engine.document.Documents;

/** One server-sent event, encoded once for all viewers. Immutable. */
final class StreamEvent {
    static final long WITHOUT = -1;

    /** A comment that keeps the connection open. */
    static final StreamEvent KEEP_ALIVE = new StreamEvent(WITHOUT, ": keep-alive\n\n".getBytes(StandardCharsets.UTF_8));

    private final long id;
    private final byte[] bytes;

    private StreamEvent(long id, byte[] bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    /** Returns the number in its stream; {@link #WITHOUT} for none. */
    long id() {
        return id;
    }

    /** Writes the event to a connection. */
    void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
    }

    /**
     * Creates an event.
     *
     * @param epoch identifier that distinguishes this stream from one before a restart
     * @param data data, written as one line of JSON
     */
    static StreamEvent of(String epoch, long id, String name, Object data) {
        String head = id == WITHOUT ? "" : "id: " + epoch + "-" + id + "\n";
        String text = head + "event: " + name + "\ndata: " + Documents.line(data) + "\n\n";
        return new StreamEvent(id, text.getBytes(StandardCharsets.UTF_8));
    }
}
