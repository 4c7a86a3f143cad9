// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http1;

import java.io.IOException;

/** Bytes to and from a server. User-confined, except for {@link #cut}. */
interface Transport {
    /** Reads the available bytes, waiting for at least one; negative at the end. */
    int read(byte[] into, int offset, int length) throws IOException;

    /** Like {@link #read}, but 0 when nothing has arrived within this time. */
    int read(byte[] into, int offset, int length, int waitMillis) throws IOException;

    /** Writes all bytes. */
    void write(byte[] from, int offset, int length) throws IOException;

    /** Whether an idle connection can no longer be used: its end, or unrequested bytes, have arrived. */
    boolean spent() throws IOException;

    /** Whether it was not closed on this side. */
    boolean isOpen();

    /** Closes it at once, without a closing message, even while a thread waits on it. Any thread. */
    void cut();

    /** Closes it in order. */
    void close();
}
