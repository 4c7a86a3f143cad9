// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import org.jspecify.annotations.Nullable;

/** Thrown by a driver whose configuration is wrong. */
public class ConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public ConfigurationException() {}

    /** An exception with a message. */
    public ConfigurationException(@Nullable String message) {
        super(message);
    }

    /** An exception with a message and a cause. */
    public ConfigurationException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** An exception with a cause. */
    public ConfigurationException(@Nullable Throwable cause) {
        super(cause);
    }
}
