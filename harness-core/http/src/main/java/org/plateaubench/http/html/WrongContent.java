// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.io.IOException;

/** The failure of a request whose complete page lacks the expected content, such as a form, field or text. */
public final class WrongContent extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates a failure with a sentence that names the missing content. */
    public WrongContent(String message) {
        super(message);
    }
}
