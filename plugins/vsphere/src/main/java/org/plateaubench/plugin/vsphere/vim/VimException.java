// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;

/** A platform has refused a call, or a task of it has failed. The message is a sentence for a person. */
public final class VimException extends IOException {
    private static final long serialVersionUID = 1L;

    private static final String NOT_AUTHENTICATED = "NotAuthenticated";

    private final String fault;

    /**
     * A refusal.
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

    /** Whether the session has ended, so that signing in again is the remedy. */
    public boolean isSessionEnded() {
        return fault.equals(NOT_AUTHENTICATED);
    }
}
