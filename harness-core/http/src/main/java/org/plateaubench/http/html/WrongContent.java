// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.io.IOException;
import org.apiguardian.api.API;

/** A page that came whole and is not what was asked for: a form, field or text is missing. */
@API(status = EXPERIMENTAL, since = "0.1")
public final class WrongContent extends IOException {
    private static final long serialVersionUID = 1L;

    /** What is missing, as a sentence. */
    public WrongContent(String message) {
        super(message);
    }
}
