// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.html.WrongContent;

/** The one place that turns HTTP failures into outcomes of operations. */
public final class HttpOutcomes {
    /** Class of a complete page with the wrong content. */
    public static final String WRONG_CONTENT = "wrong-content";

    private HttpOutcomes() {}

    /**
     * The outcome of an operation that a failure ended. A {@link HttpFailure} costs the connection, and the harness
     * then calls {@code connect} with its back-off; other failures do not. Classes: those of {@link HttpFailure.Kind}
     * and {@link BrowserFailure.Kind}, {@code status-404} and the like, and {@link #WRONG_CONTENT}.
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
