// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

/** The other end of a connection is lost: it was closed, or can no longer be reached. */
public final class PeerLostException extends Exception {
    private static final long serialVersionUID = 1L;

    public PeerLostException(String message) {
        super(message);
    }
}
