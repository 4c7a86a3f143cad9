// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

/** A request that is answered with an error status. */
final class DavRefusal extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String condition;

    /** Creates a refusal without a machine-readable reason. */
    DavRefusal(int status) {
        this(status, "");
    }

    /**
     * Creates a refusal with the condition that was not met.
     *
     * @param condition an element, such as {@code D:valid-sync-token}, with one of the prefixes of {@link DavNames};
     *     empty for none
     */
    DavRefusal(int status, String condition) {
        super("status " + status + " " + condition, null, false, false);
        this.status = status;
        this.condition = condition;
    }

    int status() {
        return status;
    }

    String condition() {
        return condition;
    }
}
