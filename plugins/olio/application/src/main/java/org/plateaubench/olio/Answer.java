// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** An answer to a request; the field is the type of its body, or the location of a redirect. */
@SuppressWarnings("ArrayRecordComponent") // Answers are never compared.
record Answer(int status, HttpField field, byte[] body) {
    private static final HttpField HTML = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
    private static final HttpField JSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");

    static Answer page(byte[] html) {
        return page(200, html);
    }

    static Answer page(int status, byte[] html) {
        return new Answer(status, HTML, html);
    }

    static Answer json(String text) {
        return new Answer(200, JSON, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Redirects to another page of the site, by GET; its path is encoded. */
    static Answer seeOther(String path) {
        return new Answer(303, new HttpField(HttpHeader.LOCATION, path), new byte[0]);
    }
}
