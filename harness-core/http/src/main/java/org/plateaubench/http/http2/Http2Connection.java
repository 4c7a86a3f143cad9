// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http2;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpThrottle;
import org.plateaubench.http.RequestBody;

/**
 * A connection that makes one exchange at a time on a session, which all connections of a user to an origin share. It
 * counts the bytes of data frames and nine bytes for the header of each frame, because the library does not report the
 * size of compressed headers. Aborting ends the exchange, not the session.
 */
public final class Http2Connection implements HttpConnection {
    private static final int CONTINUE_WAIT_SECONDS = 1;

    private final SharedSession shared;
    private final HttpSettings settings;
    private @Nullable HttpThrottle throttle;
    private boolean joined;
    private long connects;
    private long repeats;
    private volatile @Nullable CompletableFuture<Session> opening;
    private volatile @Nullable Http2Exchange running;
    private volatile @Nullable Stream stream;

    Http2Connection(SharedSession shared, HttpSettings settings) {
        this.shared = shared;
        this.settings = settings;
    }

    @Override
    public HttpOrigin origin() {
        return shared.origin();
    }

    @Override
    public void connect() throws HttpFailure {
        session();
    }

    private Session session() throws HttpFailure {
        if (!joined) {
            shared.join();
            joined = true;
        }
        try {
            return shared.open(() -> connects++, wait -> opening = wait);
        } finally {
            opening = null;
        }
    }

    @Override
    public boolean isOpen() {
        return joined && shared.isOpen();
    }

    @Override
    public HttpResponse exchange(HttpRequest request) throws HttpFailure {
        boolean kept = isOpen();
        try {
            return attempt(request);
        } catch (HttpFailure e) {
            if (!kept || !request.idempotent() || e.kind() != HttpFailure.Kind.CONNECTION_LOST || shared.isOpen()) {
                throw e;
            }
        }
        repeats++;
        return attempt(request);
    }

    private HttpResponse attempt(HttpRequest request) throws HttpFailure {
        Session session = session();
        Http2Exchange exchange = new Http2Exchange(settings, request.discardBody());
        running = exchange;
        try {
            long sentBytes = send(session, request, exchange);
            if (!exchange.await()) {
                throw failed(exchange);
            }
            HttpThrottle slow = throttle;
            if (slow != null) {
                slow.received((int) Math.min(Integer.MAX_VALUE, exchange.receivedBytes()));
            }
            return new Http2Response(exchange, sentBytes, !session.isClosed());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.end(HttpFailure.Kind.ABORTED, "interrupted");
            throw failed(exchange);
        } finally {
            running = null;
            stream = null;
        }
    }

    private HttpFailure failed(Http2Exchange exchange) {
        reset();
        return exchange.failure(origin().toString());
    }

    private void reset() {
        Stream open = stream;
        if (open != null && !open.isClosed()) {
            open.reset(new ResetFrame(open.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        }
    }

    private long send(Session session, HttpRequest request, Http2Exchange exchange)
            throws HttpFailure, InterruptedException {
        RequestBody body = request.body();
        HeadersFrame head = new HeadersFrame(metaData(request), null, body == null);
        CompletableFuture<Stream> opened = session.newStream(head, exchange);
        Stream open;
        try {
            open = opened.get(settings.readTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            exchange.end(HttpFailure.Kind.CONNECTION_LOST, SharedSession.text(e.getCause()));
            throw failed(exchange);
        }
        stream = open;
        if (body == null) {
            return Http2Exchange.FRAME_HEAD_BYTES;
        }
        if (request.awaitContinue()) {
            exchange.awaitContinue(Http2Exchange.nanos(CONTINUE_WAIT_SECONDS));
            if (exchange.isAnswered()) {
                reset();
                return Http2Exchange.FRAME_HEAD_BYTES;
            }
        }
        return Http2Exchange.FRAME_HEAD_BYTES + sendBody(open, body, exchange);
    }

    private long sendBody(Stream open, RequestBody body, Http2Exchange exchange) throws HttpFailure {
        FrameOutput output = new FrameOutput(open, settings.readTimeout().toNanos(), throttle);
        try {
            body.writeTo(output);
            long said = body.lengthBytes();
            if (said != RequestBody.UNKNOWN_LENGTH && said != output.payloadBytes()) {
                exchange.end(
                        HttpFailure.Kind.REQUEST_BODY,
                        "the body had " + output.payloadBytes() + " bytes, but had declared " + said);
                throw failed(exchange);
            }
            output.end();
        } catch (HttpFailure e) {
            throw e;
        } catch (IOException e) {
            // An answer may have come before the server requested the body.
            if (!exchange.isAnswered()) {
                exchange.end(
                        open.isClosed() || open.isReset()
                                ? HttpFailure.Kind.CONNECTION_LOST
                                : HttpFailure.Kind.REQUEST_BODY,
                        SharedSession.text(e));
                throw failed(exchange);
            }
        }
        return output.sentBytes();
    }

    private MetaData.Request metaData(HttpRequest request) {
        HttpFields.Mutable fields = HttpFields.build();
        for (int i = 0; i < request.headerCount(); i++) {
            fields.add(request.headerName(i), request.headerValue(i));
        }
        RequestBody body = request.body();
        if (body != null) {
            if (!body.contentType().isEmpty()) {
                fields.add("content-type", body.contentType());
            }
            if (body.lengthBytes() >= 0) {
                fields.add("content-length", Long.toString(body.lengthBytes()));
            }
            if (request.awaitContinue()) {
                fields.add("expect", "100-continue");
            }
        }
        HttpURI uri = HttpURI.build()
                .scheme(origin().scheme())
                .authority(origin().authority())
                .pathQuery(request.target())
                .asImmutable();
        return new MetaData.Request(request.method(), uri, HttpVersion.HTTP_2, fields);
    }

    @Override
    public void throttle(@Nullable HttpThrottle newThrottle) {
        throttle = newThrottle;
    }

    @Override
    public void abort() {
        CompletableFuture<Session> wait = opening;
        if (wait != null) {
            wait.cancel(true);
        }
        Http2Exchange exchange = running;
        if (exchange != null) {
            exchange.end(HttpFailure.Kind.ABORTED, "aborted");
            reset();
        }
    }

    /** Does nothing, because no buffer is kept between exchanges. */
    @Override
    public void release() {}

    @Override
    public long connects() {
        return connects;
    }

    @Override
    public long repeats() {
        return repeats;
    }

    @Override
    public void close() {
        if (joined) {
            joined = false;
            shared.leave();
        }
    }
}
