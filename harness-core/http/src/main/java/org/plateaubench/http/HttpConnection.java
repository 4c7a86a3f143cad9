// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

/**
 * A connection of one emulated user to one origin, with one exchange at a time. Not thread-safe, except for {@link
 * #abort()}. If the server closes the socket, the next exchange opens another one.
 */
public interface HttpConnection extends AutoCloseable {
    /** The origin to which it connects. */
    HttpOrigin origin();

    /**
     * Opens the connection if it is not open.
     *
     * @throws HttpFailure if it cannot be opened within {@link HttpSettings#connectTimeout()}
     */
    void connect() throws HttpFailure;

    /** Whether a socket is open on this side; the server may have closed its end. */
    boolean isOpen();

    /**
     * Sends a request and waits for the whole response. Opens the connection if necessary. If a reused connection turns
     * out to be closed before any byte of the response has arrived, and the request is {@linkplain
     * HttpRequest#idempotent() idempotent}, the connection is opened again and the request is sent again, once.
     *
     * @return the response, valid until the next exchange
     * @throws HttpFailure if no complete and well-formed response arrives; the connection is then closed
     */
    HttpResponse exchange(HttpRequest request) throws HttpFailure;

    /**
     * Makes a running exchange or connect fail soon, and closes the connection, which the next exchange opens again.
     * May be called by any thread.
     */
    void abort();

    /** Releases large buffers, including the body of the last response. Call it before the user's think time. */
    void release();

    /** Number of times that the connection was opened. */
    long connects();

    /** Number of requests that were sent again because a reused connection had been closed. */
    long retries();

    /** Closes the connection. May be called repeatedly, but not while an exchange runs. */
    @Override
    void close();
}
