// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import org.plateaubench.http.HttpFailure;

/** An error in a response, which is found while it is read. */
final class ResponseProblem extends IOException {
    private static final long serialVersionUID = 1L;

    private final HttpFailure.Kind kind;

    private ResponseProblem(HttpFailure.Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    static ResponseProblem malformed(String message) {
        return new ResponseProblem(HttpFailure.Kind.MALFORMED_RESPONSE, message);
    }

    static ResponseProblem tooLarge(String what, long limit) {
        return new ResponseProblem(HttpFailure.Kind.TOO_LARGE, what + " beyond the limit of " + limit);
    }

    static ResponseProblem ended(long receivedBytes) {
        return receivedBytes == 0
                ? new ResponseProblem(
                        HttpFailure.Kind.CONNECTION_LOST, "the server closed the connection without an answer")
                : new ResponseProblem(
                        HttpFailure.Kind.TRUNCATED,
                        "the connection ended within the response, after " + receivedBytes + " bytes");
    }

    HttpFailure.Kind kind() {
        return kind;
    }
}
