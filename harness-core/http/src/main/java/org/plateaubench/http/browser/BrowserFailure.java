// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;

/** A complete and well-formed answer that a browser cannot use. The connection can still be used. */
public final class BrowserFailure extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure. */
    public enum Kind {
        /** More redirects than allowed. */
        TOO_MANY_REDIRECTS("too-many-redirects"),
        /** Redirects back to the first address, without a changed cookie. */
        REDIRECT_LOOP("redirect-loop"),
        /** A redirect to an address other than http or https, or with a body that cannot be sent twice. */
        BAD_REDIRECT("bad-redirect"),
        /** A compressed body that ends too early, although the response did not. */
        TRUNCATED("truncated"),
        /** A compressed body that is invalid, or of a coding that was not requested. */
        MALFORMED_CONTENT("malformed-content"),
        /** A body whose decoded length exceeds the bound. */
        TOO_LARGE("too-large");

        private final String errorClass;

        Kind(String errorClass) {
            this.errorClass = errorClass;
        }

        /** Name as an error class of an outcome. */
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
