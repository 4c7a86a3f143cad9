// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * A request of an authenticated user, with its whole body.
 *
 * @param request the request
 * @param account the user who asks
 * @param path path of the request
 * @param body body; empty without one; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Records of this type are never compared.
record DavRequest(Request request, String account, DavPath path, byte[] body) {
    String method() {
        return request.getMethod();
    }

    /** Returns the value of a header; empty without one. */
    String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value.strip();
    }

    /** Returns the media type without parameters, in lower case; empty without one. */
    String mediaType() {
        String type = header(HttpHeader.CONTENT_TYPE.asString());
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    boolean isXml() {
        String type = mediaType();
        return type.equals("application/xml") || type.equals("text/xml");
    }

    /** Refuses access to another user's collections. */
    void requireOwn() throws DavRefusal {
        if (!path.isRoot() && !path.account().equals(account)) {
            throw new DavRefusal(DavNames.FORBIDDEN, "D:need-privileges");
        }
    }

    /** Returns the precondition of the headers {@code If-Match} and {@code If-None-Match}. */
    Folder.Precondition precondition() {
        String match = header("If-Match");
        String noneMatch = header("If-None-Match");
        return present -> {
            boolean matchFails =
                    !match.isEmpty() && (present == null || (!match.equals("*") && !holds(match, present.etag())));
            boolean noneFails = !noneMatch.isEmpty()
                    && present != null
                    && (noneMatch.equals("*") || holds(noneMatch, present.etag()));
            if (matchFails || noneFails) {
                throw new DavRefusal(DavNames.PRECONDITION_FAILED);
            }
        };
    }

    private static boolean holds(String list, String etag) {
        for (String one : list.split(",", -1)) {
            if (one.strip().equals(etag)) {
                return true;
            }
        }
        return false;
    }
}
