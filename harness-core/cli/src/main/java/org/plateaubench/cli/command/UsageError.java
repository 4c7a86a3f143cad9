// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

/** Arguments name something that does not exist; ends with exit code 4. The message is a sentence for a person. */
public final class UsageError extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with a sentence for a person. */
    public UsageError(String message) {
        super(message);
    }
}
