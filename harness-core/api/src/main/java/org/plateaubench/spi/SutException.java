// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/**
 * Reports that an operation on a SUT failed. The message is one sentence for a person: what failed, where, and the
 * remedy.
 */
public final class SutException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with a sentence for a person. */
    public SutException(String message) {
        super(message);
    }

    /** An exception with a sentence for a person and its cause. */
    public SutException(String message, Throwable cause) {
        super(message, cause);
    }
}
