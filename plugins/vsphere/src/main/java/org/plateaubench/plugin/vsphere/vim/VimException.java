// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;

/** Thrown if a platform refuses a call or a task fails. The message is a sentence for a person. */
public final class VimException extends IOException {
    private static final long serialVersionUID = 1L;

    private static final String NOT_AUTHENTICATED = "NotAuthenticated";

    private final String fault;

    /**
     * Creates a refusal.
     *
     * @param fault type of the fault in the vSphere API, such as {@code NoPermission}
     */
    public VimException(String fault, String message) {
        super(message);
        this.fault = fault;
    }

    /** Type of the fault in the vSphere API. */
    public String fault() {
        return fault;
    }

    /** Whether the session has ended, so that the caller must sign in again. */
    public boolean isSessionEnded() {
        return fault.equals(NOT_AUTHENTICATED);
    }
}
