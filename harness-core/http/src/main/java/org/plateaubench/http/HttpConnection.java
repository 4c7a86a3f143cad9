// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import org.jspecify.annotations.Nullable;

/**
 * One emulated user's connection to one origin: one exchange at a time. User-confined, except for {@link #abort()}. It
 * outlives its sockets: where the server closes one, the next exchange opens another.
 */
public interface HttpConnection extends AutoCloseable {
    /** The origin that it connects to. */
    HttpOrigin origin();

    /**
     * Opens the connection, unless it is open.
     *
     * @throws HttpFailure when it cannot be opened in the allowed time
     */
    void connect() throws HttpFailure;

    /** Whether a socket is open as far as known; the server may have closed its end. */
    boolean isOpen();

    /**
     * Sends a request and waits for the whole response. Opens the connection if necessary. A kept connection that turns
     * out to be dead before any byte of the response is opened again and the request sent again, once, if it is
     * {@linkplain HttpRequest#idempotent() idempotent}.
     *
     * @return the response, valid until the next exchange
     * @throws HttpFailure when there is no complete and well-formed response; the connection is then closed
     */
    HttpResponse exchange(HttpRequest request) throws HttpFailure;

    /** Slows the connection down from the next exchange on; null for full speed. */
    void throttle(@Nullable HttpThrottle throttle);

    /** Makes a running exchange or connect fail soon and closes the connection. Any thread; the connection may be used again. */
    void abort();

    /** Releases large buffers, including the last response's body: call it before a user thinks. */
    void release();

    /** Number of times it was opened. */
    long connects();

    /** Number of requests that were sent again since a kept connection was dead. */
    long repeats();

    /** Closes it. May be called repeatedly; not while an exchange runs. */
    @Override
    void close();
}
