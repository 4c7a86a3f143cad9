// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

/** Plateau could not be started, or what it left cannot be read. The message is a sentence with its remedy. */
public final class LaunchFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** A failure whose sentence says everything. */
    public LaunchFailure(String message) {
        super(message);
    }

    /** A failure with its cause. */
    public LaunchFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
