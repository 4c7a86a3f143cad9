// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.nio.charset.StandardCharsets;

/** The answer to a request for a page. */
sealed interface Answer {
    @SuppressWarnings("ArrayRecordComponent") // Answers are never compared.
    record Body(int status, String contentType, byte[] bytes) implements Answer {}

    /**
     * A redirect to another page, by GET.
     *
     * @param path path within the site, encoded
     */
    record SeeOther(String path) implements Answer {}

    static Answer page(byte[] html) {
        return page(200, html);
    }

    static Answer page(int status, byte[] html) {
        return new Body(status, "text/html;charset=utf-8", html);
    }

    static Answer json(String text) {
        return new Body(200, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }
}
