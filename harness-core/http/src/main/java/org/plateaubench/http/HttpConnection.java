// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One emulated user's connection to one origin: one exchange at a time. User-confined, but for {@link #abort()}. It outlives
 * the sockets below it: where the server ends one, the next exchange opens another.
 */
@API(status = EXPERIMENTAL, since = "0.1")
public interface HttpConnection extends AutoCloseable {
    /** Where it leads. */
    HttpOrigin origin();

    /**
     * Opens it, unless it is open.
     *
     * @throws HttpFailure when it cannot be opened in the time allowed
     */
    void connect() throws HttpFailure;

    /** Whether a socket is open as far as is known; the server may have closed its end. */
    boolean isOpen();

    /**
     * Sends a request and waits for the whole response. Opens the connection where that is needed. A kept connection that
     * turns out to be dead before anything came back is opened anew and the request sent again, once, if it is
     * {@linkplain HttpRequest#idempotent() idempotent}.
     *
     * @return valid until the next exchange
     * @throws HttpFailure when there is no whole and well-formed response; the connection is then closed
     */
    HttpResponse exchange(HttpRequest request) throws HttpFailure;

    /** Slows the connection down from the next exchange on; null for as fast as it goes. */
    void throttle(@Nullable HttpThrottle throttle);

    /** Makes a running exchange or connect fail soon and closes the connection. Any thread; the connection may be used again. */
    void abort();

    /** Lets go of large buffers, and with them of the last response's body: call it before a user thinks. */
    void release();

    /** How often it was opened. */
    long connects();

    /** How often a request was sent again since a kept connection was dead. */
    long repeats();

    /** Closes it. Called once or more; not while an exchange runs. */
    @Override
    void close();
}
