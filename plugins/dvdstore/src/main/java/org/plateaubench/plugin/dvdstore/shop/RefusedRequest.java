// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.io.IOException;

/** A complete answer of a web site that reports a failure. The connection is still usable. */
public final class RefusedRequest extends IOException {
    private static final long serialVersionUID = 1L;

    private final String errorClass;
    private final boolean changedNothing;

    public RefusedRequest(String errorClass, String message, boolean changedNothing) {
        super(message);
        this.errorClass = errorClass;
        this.changedNothing = changedNothing;
    }

    public String errorClass() {
        return errorClass;
    }

    /** Returns whether the request has certainly changed nothing. */
    public boolean changedNothing() {
        return changedNothing;
    }
}
