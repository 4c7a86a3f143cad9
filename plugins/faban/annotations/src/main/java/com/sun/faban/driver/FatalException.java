// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a driver that cannot continue. On Plateau, the operation counts as a fault of the driver, which makes the
 * run invalid.
 */
public class FatalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception with a message. */
    public FatalException(@Nullable String message) {
        super(message);
    }

    /** An exception with a cause. */
    public FatalException(@Nullable Throwable cause) {
        super(cause);
    }

    /** An exception with a message and a cause. */
    public FatalException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
