// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.io.IOException;

/** A page that came whole and is not what was asked for: a form, field or text is missing. */
public final class WrongContent extends IOException {
    private static final long serialVersionUID = 1L;

    /** What is missing, as a sentence. */
    public WrongContent(String message) {
        super(message);
    }
}
