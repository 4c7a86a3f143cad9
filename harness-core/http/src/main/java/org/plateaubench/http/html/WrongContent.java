// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.io.IOException;

/** A complete page without the expected content: a form, field or text is missing. */
public final class WrongContent extends IOException {
    private static final long serialVersionUID = 1L;

    /** An exception with a sentence about what is missing. */
    public WrongContent(String message) {
        super(message);
    }
}
