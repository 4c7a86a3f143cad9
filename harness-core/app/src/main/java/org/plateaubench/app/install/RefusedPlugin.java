// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.install;

/** A plugin is not installed or removed, and nothing was changed. The message is a sentence for a person. */
public final class RefusedPlugin extends Exception {
    private static final long serialVersionUID = 1L;

    /** A refusal with a whole sentence. */
    public RefusedPlugin(String message) {
        super(message);
    }

    RefusedPlugin(String message, Throwable cause) {
        super(message, cause);
    }
}
