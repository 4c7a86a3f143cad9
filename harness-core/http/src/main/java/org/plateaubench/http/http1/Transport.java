// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http1;

import java.io.IOException;

/** Bytes to and from a server. User-confined, but for {@link #cut}. */
interface Transport {
    /** Reads what is there, waiting for at least one byte; negative at the end. */
    int read(byte[] into, int offset, int length) throws IOException;

    /** As {@link #read}, but 0 when nothing has come in this time. */
    int read(byte[] into, int offset, int length, int waitMillis) throws IOException;

    /** Writes all of it. */
    void write(byte[] from, int offset, int length) throws IOException;

    /** Whether an idle connection is of no use any more: its end, or bytes nobody has asked for, have come. */
    boolean spent() throws IOException;

    /** Whether it has not been closed on this side. */
    boolean isOpen();

    /** Closes it at once, without a farewell, also under the hands of a thread that waits. Any thread. */
    void cut();

    /** Closes it in order. */
    void close();
}
