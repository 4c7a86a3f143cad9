// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.util.concurrent.atomic.LongAdder;

/** Bytes on the wire of many connections, TLS included, both ways. Any thread, and without contention. */
public final class Traffic {
    private final LongAdder inBytes = new LongAdder();
    private final LongAdder outBytes = new LongAdder();

    void received(int sizeBytes) {
        inBytes.add(sizeBytes);
    }

    void sent(int sizeBytes) {
        outBytes.add(sizeBytes);
    }

    /** Bytes read so far. */
    public long inBytes() {
        return inBytes.sum();
    }

    /** Bytes written so far. */
    public long outBytes() {
        return outBytes.sum();
    }
}
