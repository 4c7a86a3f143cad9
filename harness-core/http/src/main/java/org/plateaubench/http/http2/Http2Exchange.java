// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http2;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpSettings;

/** One request and its response, which the library's threads fill in and the user's thread awaits. */
final class Http2Exchange implements Stream.Listener {
    static final int FRAME_HEAD_BYTES = 9;

    private static final int LEAST_FINAL = 200;
    private static final int CONTINUE = 100;

    private final HttpSettings settings;
    private final boolean discarded;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    private final List<HttpField> fields = new ArrayList<>();
    private int status;
    private byte[] body = {};
    private int bodyLength;
    private long receivedBytes;
    private boolean continued;
    private boolean complete;
    private HttpFailure.@Nullable Kind failure;
    private String message = "";

    Http2Exchange(HttpSettings settings, boolean discarded) {
        this.settings = settings;
        this.discarded = discarded;
    }

    @Override
    public void onHeaders(Stream stream, HeadersFrame frame) {
        lock.lock();
        try {
            receivedBytes += FRAME_HEAD_BYTES;
            if (frame.getMetaData() instanceof MetaData.Response response) {
                if (response.getStatus() < LEAST_FINAL) {
                    continued |= response.getStatus() == CONTINUE;
                    return;
                }
                status = response.getStatus();
            }
            frame.getMetaData().getHttpFields().forEach(fields::add);
            if (fields.size() > settings.maxHeaders()) {
                fail(stream, HttpFailure.Kind.TOO_LARGE, "more headers than " + settings.maxHeaders());
            } else if (frame.isEndStream()) {
                complete = true;
            } else if (status != 0) {
                stream.demand();
            }
        } finally {
            changed.signalAll();
            lock.unlock();
        }
    }

    @Override
    public void onDataAvailable(Stream stream) {
        Stream.Data data = stream.readData();
        if (data == null) {
            stream.demand();
            return;
        }
        lock.lock();
        try {
            ByteBuffer bytes = data.frame().getByteBuffer();
            receivedBytes += FRAME_HEAD_BYTES + bytes.remaining();
            boolean last = data.frame().isEndStream();
            if (bytes.remaining() > settings.maxBodyBytes() - bodyLength) {
                fail(stream, HttpFailure.Kind.TOO_LARGE, "a body beyond " + settings.maxBodyBytes());
                return;
            }
            take(bytes);
            complete |= last;
            if (!last) {
                stream.demand();
            }
        } finally {
            data.release();
            changed.signalAll();
            lock.unlock();
        }
    }

    private void take(ByteBuffer bytes) {
        int count = bytes.remaining();
        if (!discarded) {
            if (bodyLength + count > body.length) {
                body = Arrays.copyOf(body, Math.max(body.length * 2, bodyLength + count));
            }
            bytes.get(body, bodyLength, count);
        }
        bodyLength += count;
    }

    private void fail(Stream stream, HttpFailure.Kind kind, String text) {
        end(kind, text);
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
    }

    @Override
    public void onReset(Stream stream, ResetFrame frame, Callback callback) {
        end(
                lost(),
                "the server reset the stream: " + ErrorCode.toString(frame.getError(), "error " + frame.getError()));
        callback.succeeded();
    }

    @Override
    public void onFailure(Stream stream, int error, String reason, Throwable cause, Callback callback) {
        end(lost(), reason == null ? SharedSession.text(cause) : reason);
        callback.succeeded();
    }

    private HttpFailure.Kind lost() {
        lock.lock();
        try {
            return receivedBytes == 0 ? HttpFailure.Kind.CONNECTION_LOST : HttpFailure.Kind.TRUNCATED;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the exchange, unless it has ended. Any thread. */
    void end(HttpFailure.Kind kind, String text) {
        lock.lock();
        try {
            if (!complete && failure == null) {
                failure = kind;
                message = text;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the server requests the body, an answer arrives, or this time is over. */
    void awaitContinue(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!continued && !complete && failure == null && status == 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isAnswered() {
        lock.lock();
        try {
            return status != 0 || failure != null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end; returns false after a failure, including a missed deadline. */
    boolean await() throws InterruptedException {
        lock.lock();
        try {
            long exchangeNanos = settings.exchangeTimeout().toNanos();
            while (!complete && failure == null) {
                long slice = Math.min(exchangeNanos, settings.readTimeout().toNanos());
                long left = awaitChange(slice);
                exchangeNanos -= slice - left;
                if (left <= 0 && !complete && failure == null) {
                    end(
                            exchangeNanos <= 0 ? HttpFailure.Kind.EXCHANGE_TIMEOUT : HttpFailure.Kind.READ_TIMEOUT,
                            "the server was too slow");
                }
            }
            return failure == null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something has arrived; returns the remaining time, or 0 if nothing has arrived. */
    private long awaitChange(long nanos) throws InterruptedException {
        long before = receivedBytes;
        long left = nanos;
        while (left > 0 && receivedBytes == before && !complete && failure == null) {
            left = changed.awaitNanos(left);
        }
        return left;
    }

    HttpFailure failure(String where) {
        lock.lock();
        try {
            HttpFailure.Kind kind = failure == null ? HttpFailure.Kind.CONNECTION_LOST : failure;
            return new HttpFailure(kind, where + ": " + message, true, null);
        } finally {
            lock.unlock();
        }
    }

    // Read by the user's thread once the exchange is complete.

    int status() {
        return status;
    }

    List<HttpField> fields() {
        return fields;
    }

    byte[] body() {
        return body;
    }

    int bodyLength() {
        return bodyLength;
    }

    long receivedBytes() {
        return receivedBytes;
    }

    boolean discarded() {
        return discarded;
    }

    static long nanos(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
