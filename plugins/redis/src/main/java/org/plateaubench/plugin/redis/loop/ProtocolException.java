// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.io.IOException;

/** The bytes are not a reply of the protocol, or exceed a limit of this client; the connection is unusable. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message. */
    public ProtocolException(String message) {
        super(message);
    }
}
