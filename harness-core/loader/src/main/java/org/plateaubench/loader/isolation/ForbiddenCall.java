// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

/**
 * A plugin made a call that would have ended the process. An error, so that a {@code catch (Exception)} does not hide
 * it.
 */
public final class ForbiddenCall extends Error {
    private static final long serialVersionUID = 1L;

    ForbiddenCall(String message) {
        super(message);
    }
}
