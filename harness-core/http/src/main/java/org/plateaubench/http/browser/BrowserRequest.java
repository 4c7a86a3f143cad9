// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;

/**
 * A request with custom headers, as scripts of a page send them. Immutable.
 *
 * @param method method in upper case, such as {@code GET}
 * @param address address of the request
 * @param body body, null for none
 * @param headers additional fields; a field with the name of one that the browser writes replaces it
 */
public record BrowserRequest(
        String method, WebAddress address, @Nullable RequestBody body, List<Header> headers) {

    /**
     * A header field.
     *
     * @param name name
     * @param value value
     */
    public record Header(String name, String value) {}

    public BrowserRequest {
        headers = List.copyOf(headers);
    }

    /** Creates a GET. */
    public static BrowserRequest get(WebAddress address) {
        return new BrowserRequest("GET", address, null, List.of());
    }

    /** Creates a POST. */
    public static BrowserRequest post(WebAddress address, RequestBody body) {
        return new BrowserRequest("POST", address, body, List.of());
    }

    boolean has(String name) {
        for (Header header : headers) {
            if (header.name().equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
