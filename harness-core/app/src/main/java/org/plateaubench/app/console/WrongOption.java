// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;

/** An option of the console does not fit or is not safe. The message is a sentence for a person. */
public final class WrongOption extends IOException {
    private static final long serialVersionUID = 1L;

    /** An exception with a sentence for a person. */
    public WrongOption(String message) {
        super(message);
    }
}
