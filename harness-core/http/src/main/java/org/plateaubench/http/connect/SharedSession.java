// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;

/** The session of a user with an origin, which has one socket. The last of its connections closes it. Thread-safe. */
final class SharedSession {
    private final HttpOrigin origin;
    private final Callable<CompletableFuture<Session>> connector;
    private int users;
    private @Nullable CompletableFuture<Session> session;

    /**
     * Creates a session that is not yet open.
     *
     * @param connector begins to connect
     */
    SharedSession(HttpOrigin origin, Callable<CompletableFuture<Session>> connector) {
        this.origin = origin;
        this.connector = connector;
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
            forget();
        }
    }

    /** Closes the session as soon as it is open. */
    @SuppressWarnings("FutureReturnValueIgnored") // No caller waits for the result.
    synchronized void forget() {
        CompletableFuture<Session> last = session;
        session = null;
        if (last != null) {
            last.thenAccept(openSession -> openSession.close(ErrorCode.NO_ERROR.code, "done", Callback.NOOP));
        }
    }

    synchronized boolean isOpen() {
        return session != null && isUsable(session);
    }

    private static boolean isUsable(CompletableFuture<Session> future) {
        return !future.isCompletedExceptionally()
                && (!future.isDone() || !future.join().isClosed());
    }

    /** The session, which is open or being opened. {@code onOpen} is called if this call begins to open it. */
    synchronized CompletableFuture<Session> session(Runnable onOpen) throws Exception {
        CompletableFuture<Session> current = session;
        if (current == null || !isUsable(current)) {
            current = connector.call();
            session = current;
            onOpen.run();
        }
        return current;
    }
}
