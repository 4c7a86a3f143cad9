// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

/**
 * Thrown when a plugin makes a call that would end the process. It is an error, so that a {@code catch (Exception)}
 * does not hide it.
 */
public final class ForbiddenCall extends Error {
    private static final long serialVersionUID = 1L;

    ForbiddenCall(String message) {
        super(message);
    }
}
