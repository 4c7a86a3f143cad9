// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.io.IOException;

/** What came is no reply of the protocol, or beyond what this client takes; the connection is of no use any more. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With a sentence. */
    public ProtocolException(String message) {
        super(message);
    }
}
