// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import org.plateaubench.api.Outcome;

/** An answer that is not the expected one. The connection is still usable. */
final class UnexpectedAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    /** A page is not the requested one, or lacks required content. */
    static final String WRONG_CONTENT = "wrong-content";

    static final String EMPTY_PAGE = "empty-page";
    /** The user is not signed in although it must be. */
    static final String NOT_LOGGED_IN = "not-logged-in";

    static final String SIGN_IN_REFUSED = "sign-in-refused";
    /** An image is invalid, incomplete, or has another length. */
    static final String MISSING_IMAGE = "missing-image";
    /** The content is not an image, is incomplete, or has the wrong length. */
    static final String WRONG_IMAGE = "wrong-image";

    static final String NO_EVENT = "no-event";
    /** A registration or an event was not accepted. */
    static final String NOT_CONFIRMED = "not-taken";

    private final String errorClass;

    UnexpectedAnswer(String errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    Outcome outcome() {
        return Outcome.error(errorClass, String.valueOf(getMessage()));
    }
}
