// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import org.jspecify.annotations.Nullable;

/** Thrown when an archive contains something that is not accepted. The message describes it, without a full stop. */
public final class RefusedArchive extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedArchive(String message) {
        super(message);
    }

    RefusedArchive(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
