// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.io.IOException;
import org.apiguardian.api.API;

/** An answer came, whole and well-formed, and a browser can do nothing with it. The connection is still good. */
@API(status = EXPERIMENTAL, since = "0.1")
public final class BrowserFailure extends IOException {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Kind {
        /** More redirects than are followed. */
        TOO_MANY_REDIRECTS("too-many-redirects"),
        /** Redirects that lead to where they began, without a cookie having changed. */
        REDIRECT_LOOP("redirect-loop"),
        /** A redirect to what is no http or https address, or with a body that cannot be sent twice. */
        BAD_REDIRECT("bad-redirect"),
        /** A compressed body that ends too early, although the response did not. */
        TRUNCATED("truncated"),
        /** A compressed body that is none, or of a coding that was not asked for. */
        MALFORMED_CONTENT("malformed-content"),
        /** A body that unfolds to more than is allowed. */
        TOO_LARGE("too-large");

        private final String errorClass;

        Kind(String errorClass) {
            this.errorClass = errorClass;
        }

        /** Name as an outcome wants it. */
        public String errorClass() {
            return errorClass;
        }
    }

    private final Kind kind;

    BrowserFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** What is wrong. */
    public Kind kind() {
        return kind;
    }
}
