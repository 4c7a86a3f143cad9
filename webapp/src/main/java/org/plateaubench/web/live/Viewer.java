// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One who watches a stream. Whoever has something to say puts it into a queue and goes on; a thread of the viewer's own,
 * which costs next to nothing, writes it. A viewer who does not read until the queue is full is let go, so that nobody
 * waits for it.
 */
final class Viewer {
    static final int MOST_WAITING = 128;

    private static final long KEEP_ALIVE_SECONDS = 15;

    private final BlockingQueue<StreamEvent> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final SseClient client;
    private volatile boolean isOver;
    private volatile boolean isLast;
    private volatile @Nullable Thread writer;

    Viewer(SseClient client) {
        this.client = client;
        client.onClose(this::leave);
    }

    /** Whoever may no longer listen hears nothing more, not even what comes next. */
    private void leave() {
        isOver = true;
        waiting.offer(StreamEvent.KEEP_ALIVE);
    }

    /** What the viewer saw last, if it was here before. */
    @Nullable
    String lastEventId() {
        return client.ctx().header("Last-Event-ID");
    }

    /** Says something; false when nobody listens any more. */
    boolean offer(StreamEvent event) {
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

    /** Nothing follows what was said. */
    void end() {
        isLast = true;
        // It may be waiting for something to write.
        waiting.offer(StreamEvent.KEEP_ALIVE);
    }

    /** Writes what is said until the end, the viewer's leave or its being let go; on the caller's thread. */
    void serve() {
        writer = Thread.currentThread();
        try {
            OutputStream out = client.ctx().res().getOutputStream();
            while (!isOver && !client.terminated()) {
                if (isLast && waiting.isEmpty()) {
                    return;
                }
                StreamEvent event = waiting.poll(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
                if (isOver()) {
                    return;
                }
                (event == null ? StreamEvent.KEEP_ALIVE : event).writeTo(out);
                if (waiting.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // It has gone: that is how most viewers leave.
            isOver = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            isOver = true;
            writer = null;
            client.close();
        }
    }

    /** Whether it has left or was let go. */
    boolean isOver() {
        return isOver || client.terminated();
    }
}
