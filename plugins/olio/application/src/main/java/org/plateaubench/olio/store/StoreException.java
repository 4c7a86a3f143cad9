// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/** The database did not do what was asked; nothing of it is written. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what was tried, and what the database said. */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
