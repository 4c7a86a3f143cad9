// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

/** Names of the properties of a {@link org.plateaubench.api.SutAddress} of service {@code olio}. */
public final class SutProperties {
    /** Base address of the site, such as {@code http://127.0.0.1:8080}, without a slash at the end. */
    public static final String URL = "url";

    /**
     * The harness's token for the reference application; missing without such an application. It has the name of a
     * secret, so that it is never shown.
     */
    public static final String TOKEN = "password";

    private SutProperties() {}
}
