// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;

/**
 * A connection that makes one exchange at a time on a session, which all connections of a user to an origin share. It
 * counts the bytes of data frames and nine bytes for the header of each frame, because the library does not report the
 * size of compressed headers. Aborting ends the exchange, not the session.
 */
final class Http2Connection extends WatchedExchange implements HttpConnection {
    private static final int FRAME_BYTES = 16 << 10;

    private final SharedSession shared;
    private final HttpSettings settings;
    private boolean joined;
    private long connects;
    private long retries;
    private volatile @Nullable Http2Exchange running;
    private volatile @Nullable Stream stream;
    /** The result that the user's thread waits for. */
    private volatile @Nullable CompletableFuture<?> awaited;
    /** The reason why this side has ended the exchange or the opening. */
    private volatile HttpFailure.@Nullable Kind ended;

    Http2Connection(SharedSession shared, HttpSettings settings) {
        super(settings);
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
            watch();
        }
        ended = null;
        markConnecting();
        try {
            // A copy, because other connections may wait for the same session.
            return await(shared.session(() -> connects++).copy());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(HttpFailure.Kind.ABORTED, "interrupted", e);
        } catch (CancellationException e) {
            HttpFailure.Kind reason = ended == null ? HttpFailure.Kind.ABORTED : ended;
            if (reason == HttpFailure.Kind.CONNECT_TIMEOUT) {
                shared.forget();
            }
            throw failure(reason, description(reason), e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw failure(kind(cause), SocketFailure.text(cause), e);
        } catch (Exception e) {
            throw failure(kind(e), SocketFailure.text(e), e);
        } finally {
            markIdle();
        }
    }

    /** Waits for a result until {@link #end} cancels it. */
    private <T> T await(CompletableFuture<T> result) throws InterruptedException, ExecutionException {
        awaited = result;
        try {
            if (ended != null) {
                result.cancel(true);
            }
            return result.get();
        } finally {
            awaited = null;
        }
    }

    private static HttpFailure.Kind kind(Throwable cause) {
        if (cause instanceof UnresolvedAddressException) {
            return HttpFailure.Kind.UNKNOWN_HOST;
        }
        if (cause instanceof SocketTimeoutException) {
            return HttpFailure.Kind.CONNECT_TIMEOUT;
        }
        if (cause instanceof ConnectException || cause instanceof SSLException) {
            return ClientSocket.kindOf((IOException) cause);
        }
        // A server with TLS but without h2 causes an unspecific failure of the negotiation.
        return cause instanceof IOException ? HttpFailure.Kind.TLS_FAILED : HttpFailure.Kind.CONNECT_FAILED;
    }

    private HttpFailure failure(HttpFailure.Kind kind, String message, Throwable cause) {
        return new HttpFailure(kind, origin() + ": " + message, false, cause);
    }

    @Override
    public boolean isOpen() {
        return joined && shared.isOpen();
    }

    @Override
    public HttpResponse exchange(HttpRequest request) throws HttpFailure {
        boolean wasReused = isOpen();
        try {
            return attempt(request);
        } catch (HttpFailure e) {
            if (!wasReused
                    || !request.idempotent()
                    || e.kind() != HttpFailure.Kind.CONNECTION_LOST
                    || shared.isOpen()) {
                throw e;
            }
        }
        retries++;
        return attempt(request);
    }

    private HttpResponse attempt(HttpRequest request) throws HttpFailure {
        Session session = session();
        Http2Exchange exchange = new Http2Exchange(settings, request.discardBody(), this::markProgress);
        running = exchange;
        markExchanging();
        try {
            HttpFailure.Kind reason = ended;
            if (reason != null) {
                exchange.end(reason, description(reason));
            }
            long sentBytes = send(session, request, exchange);
            if (!exchange.await()) {
                throw failureAfterReset(exchange);
            }
            return exchange.response(sentBytes, !session.isClosed());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.end(HttpFailure.Kind.ABORTED, "interrupted");
            throw failureAfterReset(exchange);
        } finally {
            markIdle();
            running = null;
            stream = null;
        }
    }

    private HttpFailure failureAfterReset(Http2Exchange exchange) {
        reset();
        return exchange.failure(origin().toString());
    }

    private void reset() {
        Stream current = stream;
        if (current != null && !current.isClosed()) {
            Http2Exchange.cancel(current);
        }
    }

    /** Sends a request, whose body is buffered as a whole, and returns the number of bytes sent. */
    private long send(Session session, HttpRequest request, Http2Exchange exchange)
            throws HttpFailure, InterruptedException {
        RequestBody body = request.body();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (body != null) {
                body.writeTo(bytes);
            }
        } catch (IOException e) {
            exchange.end(HttpFailure.Kind.REQUEST_BODY, SocketFailure.text(e));
            throw failureAfterReset(exchange);
        }
        try {
            Stream newStream = await(
                    session.newStream(new HeadersFrame(metaData(request, bytes.size()), null, body == null), exchange));
            stream = newStream;
            return Http2Exchange.FRAME_HEADER_BYTES + (body == null ? 0 : send(newStream, bytes.toByteArray()));
        } catch (ExecutionException | CancellationException e) {
            // The server may answer and stop reading the body; without an answer the exchange has failed.
            exchange.endUnanswered(SocketFailure.text(e.getCause() == null ? e : e.getCause()));
            return Http2Exchange.FRAME_HEADER_BYTES;
        }
    }

    /** Sends the frames of a body, each as soon as the server's flow control allows it. */
    private long send(Stream newStream, byte[] body) throws InterruptedException, ExecutionException {
        long sentBytes = 0;
        int done = 0;
        do {
            int length = Math.min(FRAME_BYTES, body.length - done);
            boolean last = done + length == body.length;
            await(newStream.data(new DataFrame(newStream.getId(), ByteBuffer.wrap(body, done, length), last)));
            markProgress();
            done += length;
            sentBytes += Http2Exchange.FRAME_HEADER_BYTES + length;
        } while (done < body.length);
        return sentBytes;
    }

    private MetaData.Request metaData(HttpRequest request, int bodyLength) {
        HttpFields.Mutable fields = HttpFields.build();
        for (int i = 0; i < request.headerCount(); i++) {
            fields.add(request.headerName(i), request.headerValue(i));
        }
        RequestBody body = request.body();
        if (body != null) {
            if (!body.contentType().isEmpty()) {
                fields.add("content-type", body.contentType());
            }
            fields.add("content-length", Integer.toString(bodyLength));
        }
        HttpURI uri = HttpURI.build()
                .scheme(origin().scheme())
                .authority(origin().authority())
                .pathQuery(request.target())
                .asImmutable();
        return new MetaData.Request(request.method(), uri, HttpVersion.HTTP_2, fields);
    }

    @Override
    public void abort() {
        end(HttpFailure.Kind.ABORTED);
    }

    @Override
    void end(HttpFailure.Kind reason) {
        ended = reason;
        Http2Exchange exchange = running;
        if (exchange != null) {
            exchange.end(reason, description(reason));
            reset();
        }
        CompletableFuture<?> result = awaited;
        if (result != null) {
            result.cancel(true);
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
    public long retries() {
        return retries;
    }

    @Override
    public void close() {
        if (joined) {
            joined = false;
            shared.leave();
            unwatch();
        }
    }
}
