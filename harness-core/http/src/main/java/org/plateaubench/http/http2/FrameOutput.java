// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http2;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpThrottle;

/** Sends a request's body in frames, each as soon as the server's flow control allows it. */
final class FrameOutput extends OutputStream {
    private static final int FRAME_BYTES = 16 << 10;

    private final Stream stream;
    private final long waitNanos;
    private final @Nullable HttpThrottle throttle;
    private final byte[] gathered = new byte[FRAME_BYTES];
    private int length;
    private long payloadBytes;
    private long sentBytes;

    FrameOutput(Stream stream, long waitNanos, @Nullable HttpThrottle throttle) {
        this.stream = stream;
        this.waitNanos = waitNanos;
        this.throttle = throttle;
    }

    /** Number of bytes of the body that were written. */
    long payloadBytes() {
        return payloadBytes + length;
    }

    /** Number of bytes that were sent, including frame headers. */
    long sentBytes() {
        return sentBytes;
    }

    @Override
    public void write(int b) throws IOException {
        gathered[length++] = (byte) b;
        if (length == FRAME_BYTES) {
            frame(false);
        }
    }

    @Override
    public void write(byte[] from, int offset, int count) throws IOException {
        int at = offset;
        int left = count;
        while (left > 0) {
            int step = Math.min(left, FRAME_BYTES - length);
            System.arraycopy(from, at, gathered, length, step);
            length += step;
            at += step;
            left -= step;
            if (length == FRAME_BYTES) {
                frame(false);
            }
        }
    }

    /** Sends the buffered bytes as the last frame. */
    void end() throws IOException {
        frame(true);
    }

    private void frame(boolean last) throws IOException {
        try {
            stream.data(new DataFrame(stream.getId(), ByteBuffer.wrap(gathered, 0, length), last))
                    .get(waitNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IOException(SharedSession.text(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IOException("the server accepted no more of the body", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        sentBytes += Http2Exchange.FRAME_HEAD_BYTES + length;
        payloadBytes += length;
        if (throttle != null) {
            throttle.sent(length);
        }
        length = 0;
    }
}
