// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import org.plateaubench.http.address.WebAddress;

/** The failure of a request that was answered with an unexpected status. The connection is still usable. */
public final class StatusFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    StatusFailure(String method, WebAddress address, int status) {
        super(method + " " + address.path() + " answered " + status);
        this.status = status;
    }

    /** The status, such as 404. */
    public int status() {
        return status;
    }
}
