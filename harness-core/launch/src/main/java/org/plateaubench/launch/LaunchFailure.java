// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

/** Plateau could not be started, or its files cannot be read. The message is a sentence with the remedy. */
public final class LaunchFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates a failure without a cause. */
    public LaunchFailure(String message) {
        super(message);
    }

    /** A failure with its cause. */
    public LaunchFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
