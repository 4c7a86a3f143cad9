// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;

/**
 * One request and its response, which the library's threads fill in and the user's thread awaits. The user's thread
 * reads the response after {@link #await} has returned.
 */
final class Http2Exchange implements Stream.Listener, HttpResponse {
    static final int FRAME_HEADER_BYTES = 9;

    private static final int MIN_FINAL = 200;

    private final HttpSettings settings;
    private final boolean discarded;
    private final Runnable onProgress;
    private final CountDownLatch ended = new CountDownLatch(1);

    private final List<HttpField> fields = new ArrayList<>();
    private int status;
    private byte[] body = {};
    private int bodyLength;
    private long sentBytes;
    private long receivedBytes;
    private HttpFailure.@Nullable Kind failure;
    private String message = "";
    private boolean reusable;

    /**
     * Creates an exchange.
     *
     * @param onProgress called when bytes have been received
     */
    Http2Exchange(HttpSettings settings, boolean discarded, Runnable onProgress) {
        this.settings = settings;
        this.discarded = discarded;
        this.onProgress = onProgress;
    }

    @Override
    public synchronized void onHeaders(Stream stream, HeadersFrame frame) {
        onProgress.run();
        receivedBytes += FRAME_HEADER_BYTES;
        if (frame.getMetaData() instanceof MetaData.Response response) {
            if (response.getStatus() < MIN_FINAL) {
                return;
            }
            status = response.getStatus();
        }
        frame.getMetaData().getHttpFields().forEach(fields::add);
        if (fields.size() > settings.maxHeaders()) {
            end(HttpFailure.Kind.TOO_LARGE, "more headers than " + settings.maxHeaders());
            cancel(stream);
        } else if (frame.isEndStream()) {
            ended.countDown();
        } else if (status != 0) {
            stream.demand();
        }
    }

    @Override
    public void onDataAvailable(Stream stream) {
        Stream.Data data = stream.readData();
        if (data == null) {
            stream.demand();
            return;
        }
        try {
            append(stream, data.frame().getByteBuffer(), data.frame().isEndStream());
        } finally {
            data.release();
        }
    }

    private synchronized void append(Stream stream, ByteBuffer bytes, boolean last) {
        onProgress.run();
        int count = bytes.remaining();
        receivedBytes += FRAME_HEADER_BYTES + count;
        if (count > settings.maxBodyBytes() - bodyLength) {
            end(HttpFailure.Kind.TOO_LARGE, "a body beyond " + settings.maxBodyBytes());
            cancel(stream);
            return;
        }
        if (!discarded) {
            if (bodyLength + count > body.length) {
                body = Arrays.copyOf(body, Math.max(body.length * 2, bodyLength + count));
            }
            bytes.get(body, bodyLength, count);
        }
        bodyLength += count;
        if (last) {
            ended.countDown();
        } else {
            stream.demand();
        }
    }

    /** Tells the server that the rest of a response is not needed. */
    static void cancel(Stream stream) {
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
    }

    @Override
    public void onReset(Stream stream, ResetFrame frame, Callback callback) {
        endAsLost("the server reset the stream: " + ErrorCode.toString(frame.getError(), "error " + frame.getError()));
        callback.succeeded();
    }

    @Override
    public void onFailure(Stream stream, int error, String reason, Throwable cause, Callback callback) {
        endAsLost(reason == null ? SocketFailure.text(cause) : reason);
        callback.succeeded();
    }

    private synchronized void endAsLost(String text) {
        end(receivedBytes == 0 ? HttpFailure.Kind.CONNECTION_LOST : HttpFailure.Kind.TRUNCATED, text);
    }

    /** Ends the exchange, unless it has ended. May be called by any thread. */
    synchronized void end(HttpFailure.Kind kind, String text) {
        if (ended.getCount() > 0) {
            failure = kind;
            message = text;
            ended.countDown();
        }
    }

    /** Ends the exchange, unless an answer has begun. */
    synchronized void endUnanswered(String text) {
        if (status == 0) {
            end(HttpFailure.Kind.CONNECTION_LOST, text);
        }
    }

    /** Waits for the end; returns false after a failure. */
    boolean await() throws InterruptedException {
        ended.await();
        return isComplete();
    }

    private synchronized boolean isComplete() {
        return failure == null;
    }

    synchronized HttpFailure failure(String where) {
        HttpFailure.Kind kind = failure == null ? HttpFailure.Kind.CONNECTION_LOST : failure;
        return new HttpFailure(kind, where + ": " + message, true, null);
    }

    /** Returns the response of an exchange that has ended without a failure. */
    HttpResponse response(long bytesOfRequest, boolean sessionIsOpen) {
        sentBytes = bytesOfRequest;
        reusable = sessionIsOpen;
        return this;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public int headerCount() {
        return fields.size();
    }

    @Override
    public String headerName(int index) {
        return fields.get(index).getName();
    }

    @Override
    public String headerValue(int index) {
        String value = fields.get(index).getValue();
        return value == null ? "" : value;
    }

    @Override
    public byte[] bodyArray() {
        return body;
    }

    @Override
    public int bodyOffset() {
        return 0;
    }

    @Override
    public int bodyLength() {
        return bodyLength;
    }

    @Override
    public boolean bodyDiscarded() {
        return discarded;
    }

    @Override
    public long sentBytes() {
        return sentBytes;
    }

    @Override
    public long receivedBytes() {
        return receivedBytes;
    }

    @Override
    public boolean reusable() {
        return reusable;
    }
}
