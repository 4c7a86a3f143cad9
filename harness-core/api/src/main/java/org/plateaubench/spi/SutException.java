// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/**
 * The failure of an operation on a SUT. The message is one sentence for a person: the failure, the affected SUT or
 * address, and the remedy.
 */
public final class SutException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message for a person. */
    public SutException(String message) {
        super(message);
    }

    /** Creates an exception with a message for a person and a cause. */
    public SutException(String message, Throwable cause) {
        super(message, cause);
    }
}
