// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import java.io.IOException;

/** A compressed body that cannot be decoded. */
public final class DecodingException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kind of error. */
    public enum Fault {
        /** It is incomplete. */
        TRUNCATED,
        /** It does not match its coding, or its check sum is wrong. */
        MALFORMED,
        /** Its decoded length exceeds the bound. */
        TOO_LARGE,
        /** Its coding was not requested. */
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
