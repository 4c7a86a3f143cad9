// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.nio.charset.StandardCharsets;

/** What is answered to a request for a page. */
sealed interface Answer {
    /** A body. */
    final class Body implements Answer {
        private final int status;
        private final String contentType;
        private final byte[] bytes;

        /** The bytes are not copied: a kept page is sent many times. */
        private Body(int status, String contentType, byte[] bytes) {
            this.status = status;
            this.contentType = contentType;
            this.bytes = bytes;
        }

        int status() {
            return status;
        }

        /** With the character set. */
        String contentType() {
            return contentType;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /**
     * Another page is to be asked for, by GET.
     *
     * @param path within the site, encoded
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
