// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;

/** Transfers bytes to and from a server. Not thread-safe, except for {@link #closeNow}. */
interface Transport {
    /** Reads the available bytes, waiting for at least one; negative at the end. */
    int read(byte[] into, int offset, int length) throws IOException;

    /** Writes all bytes. */
    void write(byte[] from, int offset, int length) throws IOException;

    /** Whether an idle connection can no longer be used because its end or unrequested bytes have arrived. */
    boolean isUnusable() throws IOException;

    /** Whether the connection has not been closed on this side. */
    boolean isOpen();

    /**
     * Closes it immediately, without a closing message, even while a thread waits for it. May be called by any thread.
     */
    void closeNow();

    /** Closes it with the closing message of its protocol. */
    void close();
}
