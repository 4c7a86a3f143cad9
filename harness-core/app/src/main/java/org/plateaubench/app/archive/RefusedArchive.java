// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.archive;

import org.jspecify.annotations.Nullable;

/** An archive has something in it that is not accepted. The message says what, without a full stop. */
public final class RefusedArchive extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedArchive(String message) {
        super(message);
    }

    RefusedArchive(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
