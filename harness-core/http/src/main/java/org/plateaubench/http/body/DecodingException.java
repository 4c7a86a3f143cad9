// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import java.io.IOException;

/** Thrown if a compressed body cannot be decoded. */
public final class DecodingException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kind of error. */
    public enum Fault {
        /** The body is incomplete. */
        TRUNCATED,
        /** The body is invalid, or its check sum is wrong. */
        MALFORMED,
        /** The decoded length exceeds the bound. */
        TOO_LARGE,
        /** The coding was not requested. */
        UNSUPPORTED
    }

    private final Fault fault;

    DecodingException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    /** The kind of error. */
    public Fault fault() {
        return fault;
    }
}
