// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import org.jspecify.annotations.Nullable;

/** Thrown by a driver that cannot go on; a fault of the driver, which makes the run invalid. */
public class FatalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private boolean logged;

    /** An exception without a message. */
    public FatalException() {}

    /** An exception with a message. */
    public FatalException(@Nullable String message) {
        super(message);
    }

    /** An exception with a message and a cause. */
    public FatalException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** An exception with a cause. */
    public FatalException(@Nullable Throwable cause) {
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
