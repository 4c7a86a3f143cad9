// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.TlsClient;

/**
 * An HTTP/1.1 connection with blocking calls, for virtual or platform threads. A small request is one write, and a
 * response is parsed in its read buffer. An exchange on a reused connection creates no objects except for values that
 * the caller reads.
 *
 * <p>One thread enforces the deadlines of all connections: it closes the socket of an exchange that exceeds one, never
 * early and at most a few percent late.
 */
final class Http1Connection extends ClientSocket {
    private static final int REQUEST_TIMEOUT = 408;

    private final RequestWriter writer;
    private final ResponseReader reader;
    private final ReadBuffer.Source source;
    private long retries;
    private boolean wasReleased;

    /**
     * Creates a connection that is not yet open.
     *
     * @param tls TLS client for a {@linkplain HttpOrigin#secure() secure} origin, which all connections share
     */
    Http1Connection(HttpOrigin origin, HttpSettings settings, @Nullable TlsClient tls) {
        super(origin, settings, tls);
        writer = new RequestWriter(origin, this::write);
        reader = new ResponseReader(settings);
        source = this::read;
    }

    @Override
    public long retries() {
        return retries;
    }

    @Override
    public HttpResponse exchange(HttpRequest request) throws HttpFailure {
        // During a pause the server may have closed the connection or sent unrequested bytes.
        boolean wasReused = openIfNeeded(wasReleased || !request.idempotent());
        wasReleased = false;
        writer.begin();
        try {
            HttpResponse answer = attempt(request);
            if (!wasReused || !wasIdleTooLong(answer) || !request.idempotent()) {
                return answer;
            }
        } catch (IOException e) {
            if (!wasReused || !failedBeforeResponse(e) || !request.idempotent()) {
                throw failure(e);
            }
        }
        retries++;
        open();
        try {
            return attempt(request);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /**
     * Whether a proxy reports by the status that it closes an idle connection, even if it was just used again (RFC
     * 9110, 15.5.9).
     */
    private static boolean wasIdleTooLong(HttpResponse answer) {
        return answer.status() == REQUEST_TIMEOUT && !answer.reusable();
    }

    /**
     * Whether the connection failed before the response began: a server may close an idle connection at any time, even
     * if it was just used again.
     */
    private boolean failedBeforeResponse(IOException e) {
        boolean isLost = e instanceof SocketFailure
                || (e instanceof ResponseProblem problem && problem.kind() == HttpFailure.Kind.CONNECTION_LOST);
        return isLost && !isEnded() && reader.receivedBytes() == 0;
    }

    private HttpResponse attempt(HttpRequest request) throws IOException {
        boolean done = false;
        markExchanging();
        try {
            boolean isComplete = sendAndReceive(request);
            done = true;
            reader.complete(writer.sentBytes(), isComplete);
        } finally {
            endExchange();
            if (!done) {
                closeNow();
            }
        }
        if (!reader.reusable()) {
            super.close();
        }
        return reader;
    }

    /** Makes one attempt; returns false if the server answered before it had received the complete request. */
    private boolean sendAndReceive(HttpRequest request) throws IOException {
        reader.begin();
        writer.writeHeader(request);
        RequestBody body = request.body();
        boolean isComplete = true;
        if (body == null) {
            writer.flush();
            yieldOnce();
            reader.readHeader(source);
        } else {
            isComplete = sendWithBody(body);
        }
        reader.readBody(source, request.method().equals("HEAD"), request.discardBody());
        return isComplete;
    }

    /**
     * Yields to other users of the same carrier thread. Afterwards the answer of a busy server has often arrived, and
     * reading it then needs two system calls and a wake-up fewer than waiting for it.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on the yield: it only makes the wait cheaper.
    private static void yieldOnce() {
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
        }
    }

    /**
     * Sends the request and reads the header of the response; returns false if the server answered before it had
     * received the body.
     */
    private boolean sendWithBody(RequestBody body) throws IOException {
        try {
            writer.writeBody(body);
        } catch (IOException e) {
            return readEarlyAnswer(e);
        }
        reader.readHeader(source);
        return true;
    }

    /**
     * Reads the answer of a server that refused a body before it had received all of it and closed the connection, if
     * that is still possible.
     */
    private boolean readEarlyAnswer(IOException sending) throws IOException {
        if (!(sending instanceof SocketFailure failed && failed.writing()) || isEnded()) {
            throw sending;
        }
        try {
            reader.readHeader(source);
        } catch (IOException e) {
            sending.addSuppressed(e);
            throw sending;
        }
        return false;
    }

    private HttpFailure failure(IOException e) {
        return failure(e, reader.receivedBytes(), writer.sentBytes() > 0);
    }

    @Override
    public void release() {
        wasReleased = true;
        reader.release();
    }

    @Override
    public void close() {
        super.close();
        release();
    }
}
