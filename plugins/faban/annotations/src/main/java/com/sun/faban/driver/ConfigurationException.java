// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import org.jspecify.annotations.Nullable;

/** Thrown by a driver whose configuration is wrong. */
public class ConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    public ConfigurationException() {}

    public ConfigurationException(@Nullable String message) {
        super(message);
    }

    public ConfigurationException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public ConfigurationException(@Nullable Throwable cause) {
        super(cause);
    }
}
