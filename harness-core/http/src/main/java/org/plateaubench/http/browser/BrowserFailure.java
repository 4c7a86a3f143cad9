// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;

/**
 * The failure of a request whose complete and well-formed response a browser cannot use. The connection remains usable.
 */
public final class BrowserFailure extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure. */
    public enum Kind {
        /** More redirects than allowed. */
        TOO_MANY_REDIRECTS("too-many-redirects"),
        /** A redirect to the first address, although no cookie has changed. */
        REDIRECT_LOOP("redirect-loop"),
        /** A redirect to an address other than http or https, or with a body that cannot be sent twice. */
        BAD_REDIRECT("bad-redirect"),
        /** A compressed body that ends too early, although the response is complete. */
        TRUNCATED("truncated"),
        /** A compressed body that is invalid, or of a coding that was not requested. */
        MALFORMED_CONTENT("malformed-content"),
        /** A body whose decoded length exceeds the bound. */
        TOO_LARGE("too-large");

        private final String errorClass;

        Kind(String errorClass) {
            this.errorClass = errorClass;
        }

        /** The name as an error class of an outcome. */
        public String errorClass() {
            return errorClass;
        }
    }

    private final Kind kind;

    BrowserFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** The kind of failure. */
    public Kind kind() {
        return kind;
    }
}
