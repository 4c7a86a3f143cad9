// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/**
 * A viewer of a stream. A sender puts an event into a queue and does not block; the viewer's virtual thread writes it.
 * A viewer that does not read is dropped when its queue is full, so that no sender waits for it.
 */
final class Viewer {
    static final int MAX_WAITING = 128;

    private static final long KEEP_ALIVE_SECONDS = 15;

    private final BlockingQueue<Event> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final SseClient client;
    private volatile boolean isOver;
    private volatile boolean isLast;
    private volatile @Nullable Thread writer;

    Viewer(SseClient client) {
        this.client = client;
        client.onClose(this::leave);
    }

    /** Ends the viewer immediately: it is no longer authorised to receive even the events in its queue. */
    private void leave() {
        isOver = true;
        waiting.offer(Event.KEEP_ALIVE);
    }

    /** Queues an event; returns false when the viewer is gone. */
    boolean offer(Event event) {
        if (isOver) {
            return false;
        }
        if (waiting.offer(event)) {
            return true;
        }
        isOver = true;
        Thread blocked = writer;
        if (blocked != null) {
            blocked.interrupt();
        }
        return false;
    }

    /** Ends the viewer after the events in its queue. */
    void end() {
        isLast = true;
        // The thread may be waiting for an event to write.
        waiting.offer(Event.KEEP_ALIVE);
    }

    /** Writes events on the caller's thread until the stream ends, the viewer leaves or is dropped. */
    void serve() {
        writer = Thread.currentThread();
        try {
            OutputStream out = client.ctx().res().getOutputStream();
            while (!isOver && !client.terminated()) {
                if (isLast && waiting.isEmpty()) {
                    return;
                }
                Event event = waiting.poll(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
                if (isOver()) {
                    return;
                }
                (event == null ? Event.KEEP_ALIVE : event).writeTo(out);
                if (waiting.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // The connection is closed, which is how most viewers leave.
            isOver = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            isOver = true;
            writer = null;
            client.close();
        }
    }

    /** Returns whether the viewer has left or was dropped. */
    boolean isOver() {
        return isOver || client.terminated();
    }

    /** One server-sent event, encoded once for all viewers. Immutable. */
    static final class Event {
        /** A comment that keeps the connection open. */
        static final Event KEEP_ALIVE = new Event(": keep-alive\n\n");

        private final byte[] bytes;

        private Event(String text) {
            bytes = text.getBytes(StandardCharsets.UTF_8);
        }

        void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }

        /** Creates an event whose data is written as one line of JSON. */
        static Event of(String name, Object data) {
            return new Event("event: " + name + "\ndata: " + Documents.line(data) + "\n\n");
        }
    }
}
