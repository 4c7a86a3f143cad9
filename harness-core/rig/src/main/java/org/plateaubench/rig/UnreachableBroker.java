// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;

/** Thrown when nothing answers at the address of a broker, which may be started later. The message is a sentence. */
public final class UnreachableBroker extends IOException {
    private static final long serialVersionUID = 1L;

    UnreachableBroker(String message, Throwable cause) {
        super(message, cause);
    }
}
