// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/** The database failed; nothing was written. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
