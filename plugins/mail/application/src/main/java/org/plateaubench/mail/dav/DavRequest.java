// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * A request of somebody who is signed in, read whole.
 *
 * @param request as it came
 * @param account who asks
 * @param path what is asked after
 * @param body empty where there is none; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record DavRequest(Request request, String account, DavPath path, byte[] body) {
    String method() {
        return request.getMethod();
    }

    /** Value of a field; empty where there is none. */
    String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value.strip();
    }

    /** Without its parameters, in lower case; empty where it is not said. */
    String mediaType() {
        String type = header(HttpHeader.CONTENT_TYPE.asString());
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    boolean isXml() {
        String type = mediaType();
        return type.equals("application/xml") || type.equals("text/xml");
    }

    /** Nobody sees or changes what is another's. */
    void requireOwn() throws DavRefusal {
        if (!path.isRoot() && !path.account().equals(account)) {
            throw new DavRefusal(DavNames.FORBIDDEN, "D:need-privileges");
        }
    }

    /** What the fields {@code If-Match} and {@code If-None-Match} ask for. */
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
