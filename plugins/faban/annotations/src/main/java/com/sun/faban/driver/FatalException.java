// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import org.jspecify.annotations.Nullable;

/** Thrown by a driver that cannot continue; a fault of the driver, which makes the run invalid. */
public class FatalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FatalException() {}

    public FatalException(@Nullable String message) {
        super(message);
    }

    public FatalException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public FatalException(@Nullable Throwable cause) {
        super(cause);
    }
}
