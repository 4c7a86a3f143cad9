// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the bytes of many connections on the wire, including TLS, in both directions. Any thread, without contention.
 */
public final class Traffic {
    private final LongAdder inBytes = new LongAdder();
    private final LongAdder outBytes = new LongAdder();

    void received(int sizeBytes) {
        inBytes.add(sizeBytes);
    }

    void sent(int sizeBytes) {
        outBytes.add(sizeBytes);
    }

    /** Returns the bytes read so far. */
    public long inBytes() {
        return inBytes.sum();
    }

    /** Returns the bytes written so far. */
    public long outBytes() {
        return outBytes.sum();
    }
}
