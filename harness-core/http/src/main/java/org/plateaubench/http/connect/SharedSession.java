// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.tls.TlsClient;

/** The session of a user with an origin, which has one socket. The last of its connections closes it. Any thread. */
final class SharedSession {
    private final HttpOrigin origin;
    private final Callable<CompletableFuture<Session>> connecting;
    private final Duration connectTimeout;
    private int users;
    private @Nullable CompletableFuture<Session> session;

    /**
     * Creates a session that is not yet open.
     *
     * @param connecting begins to connect
     */
    SharedSession(HttpOrigin origin, Callable<CompletableFuture<Session>> connecting, Duration connectTimeout) {
        this.origin = origin;
        this.connecting = connecting;
        this.connectTimeout = connectTimeout;
    }

    HttpOrigin origin() {
        return origin;
    }

    synchronized void join() {
        users++;
    }

    synchronized void leave() {
        users--;
        if (users == 0) {
            forget(ErrorCode.NO_ERROR);
        }
    }

    /** Closes the session as soon as it is open. */
    @SuppressWarnings("FutureReturnValueIgnored") // No caller is left that could be told.
    private synchronized void forget(ErrorCode reason) {
        CompletableFuture<Session> last = session;
        session = null;
        if (last != null) {
            last.thenAccept(open -> open.close(reason.code, "done", Callback.NOOP));
        }
    }

    synchronized boolean isOpen() {
        return session != null && isUsable(session);
    }

    private static boolean isUsable(CompletableFuture<Session> future) {
        return !future.isCompletedExceptionally()
                && (!future.isDone() || !future.join().isClosed());
    }

    /** The session, which is open or being opened. {@code opener} identifies the caller that began to open it. */
    private synchronized CompletableFuture<Session> session(Runnable opener) throws Exception {
        CompletableFuture<Session> present = session;
        if (present == null || !isUsable(present)) {
            present = connecting.call();
            session = present;
            opener.run();
        }
        return present;
    }

    /**
     * Waits for the session.
     *
     * @param opener called if this caller opens the session
     * @param waiting receives the future that this caller waits for; completing it ends only this caller's wait
     */
    Session open(Runnable opener, Consumer<CompletableFuture<Session>> waiting) throws HttpFailure {
        try {
            CompletableFuture<Session> mine = session(opener).copy();
            waiting.accept(mine);
            return mine.get(connectTimeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            forget(ErrorCode.CANCEL_STREAM_ERROR);
            throw failure(HttpFailure.Kind.CONNECT_TIMEOUT, "no connection within the time limit", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(HttpFailure.Kind.ABORTED, "interrupted", e);
        } catch (CancellationException e) {
            throw failure(HttpFailure.Kind.ABORTED, "aborted", e);
        } catch (ExecutionException e) {
            throw failure(kind(e.getCause()), text(e.getCause()), e);
        } catch (Exception e) {
            throw failure(kind(e), text(e), e);
        }
    }

    private HttpFailure failure(HttpFailure.Kind kind, String message, Throwable cause) {
        return new HttpFailure(kind, origin + ": " + message, false, cause);
    }

    private static HttpFailure.Kind kind(@Nullable Throwable cause) {
        if (cause instanceof UnresolvedAddressException) {
            return HttpFailure.Kind.UNKNOWN_HOST;
        }
        if (cause instanceof ConnectException) {
            return text(cause).contains("refused") ? HttpFailure.Kind.CONNECT_REFUSED : HttpFailure.Kind.CONNECT_FAILED;
        }
        if (cause instanceof SSLException) {
            return TlsClient.aboutCertificate(cause) ? HttpFailure.Kind.TLS_CERTIFICATE : HttpFailure.Kind.TLS_FAILED;
        }
        // A server with TLS but without h2 causes an unspecific failure of the negotiation.
        return cause instanceof IOException ? HttpFailure.Kind.TLS_FAILED : HttpFailure.Kind.CONNECT_FAILED;
    }

    static String text(@Nullable Throwable cause) {
        if (cause == null) {
            return "failed";
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
