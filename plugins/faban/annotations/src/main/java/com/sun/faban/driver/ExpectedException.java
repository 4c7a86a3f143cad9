// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import org.jspecify.annotations.Nullable;

/** Thrown by a driver for a failure of an operation that it expects; the operation is an error. */
public class ExpectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private boolean logged;

    /** An exception without a message. */
    public ExpectedException() {}

    /** An exception with a message. */
    public ExpectedException(@Nullable String message) {
        super(message);
    }

    /** An exception with a message and a cause. */
    public ExpectedException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** An exception with a cause. */
    public ExpectedException(@Nullable Throwable cause) {
        super(cause);
    }

    /** Marks the exception as reported by the driver; Plateau reports it nevertheless. */
    public void setLogged() {
        logged = true;
    }

    /** Whether the driver has reported it. */
    public boolean wasLogged() {
        return logged;
    }
}
