// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.html.WrongContent;

/** Converts HTTP failures to outcomes of operations. */
public final class HttpOutcomes {
    /** Error class of a complete page with wrong content. */
    public static final String WRONG_CONTENT = "wrong-content";

    private HttpOutcomes() {}

    /**
     * The outcome of an operation that a failure has ended. After a {@link HttpFailure} the connection counts as lost,
     * and the harness calls {@code connect} with back-off; after other failures it is still usable. The error classes
     * are the kinds of {@link HttpFailure.Kind} and {@link BrowserFailure.Kind}, {@code status-} followed by the
     * status, such as {@code status-404}, and {@link #WRONG_CONTENT}.
     */
    public static Outcome of(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure) {
            case HttpFailure http -> http.outcome();
            case StatusFailure status -> Outcome.error("status-" + status.status(), message);
            case BrowserFailure browser -> Outcome.error(browser.kind().errorClass(), message);
            case WrongContent wrong -> Outcome.error(WRONG_CONTENT, message);
            default -> Outcome.connectionLost("io", message);
        };
    }
}
