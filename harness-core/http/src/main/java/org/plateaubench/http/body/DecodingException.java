// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.io.IOException;
import org.apiguardian.api.API;

/** A compressed body that cannot be decoded. */
@API(status = EXPERIMENTAL, since = "0.1")
public final class DecodingException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with it. */
    public enum Fault {
        /** It ends before its end. */
        TRUNCATED,
        /** It is not what it says it is, or its check sum is wrong. */
        MALFORMED,
        /** It unfolds to more than is allowed. */
        TOO_LARGE,
        /** Its coding was not asked for. */
        UNSUPPORTED
    }

    private final Fault fault;

    DecodingException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    /** What is wrong. */
    public Fault fault() {
        return fault;
    }
}
