// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

/** Names of the properties of a {@link org.plateaubench.api.SutAddress} of service {@code olio}. */
public final class SutProperties {
    /** Where the site begins, such as {@code http://127.0.0.1:8080}, without a slash at the end. */
    public static final String URL = "url";

    /**
     * What the reference application lets the harness in with; missing where there is no such application. Named as a
     * secret is, so that nobody shows it.
     */
    public static final String TOKEN = "password";

    private SutProperties() {}
}
