// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** What is answered to a request for a page. */
sealed interface Answer {
    /**
     * A body.
     *
     * @param contentType with the character set
     */
    record Body(int status, String contentType, byte[] bytes) implements Answer {
        @Override
        public boolean equals(Object other) {
            return other instanceof Body body
                    && status == body.status
                    && contentType.equals(body.contentType)
                    && Arrays.equals(bytes, body.bytes);
        }

        @Override
        public int hashCode() {
            return Objects.hash(status, contentType, Arrays.hashCode(bytes));
        }

        @Override
        public String toString() {
            return "Body[" + status + " " + contentType + ", " + bytes.length + " bytes]";
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
