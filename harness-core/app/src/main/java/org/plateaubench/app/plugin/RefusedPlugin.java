// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

/**
 * Thrown when a plugin is not installed or removed; nothing was changed. The message is a sentence for the operator.
 */
public final class RefusedPlugin extends Exception {
    private static final long serialVersionUID = 1L;

    public RefusedPlugin(String message) {
        super(message);
    }

    RefusedPlugin(String message, Throwable cause) {
        super(message, cause);
    }
}
