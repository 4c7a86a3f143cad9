// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** The other end of a connection is gone: it was closed, or can no longer be reached. */
@API(status = EXPERIMENTAL, since = "0.1")
public final class PeerLostException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with a sentence for a person. */
    public PeerLostException(String message) {
        super(message);
    }
}
