// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import javax.xml.namespace.QName;

/** Names and prefixes of XML, and HTTP statuses. */
final class DavNames {
    static final String DAV = "DAV:";
    static final String CALDAV = "urn:ietf:params:xml:ns:caldav";
    static final String CARDDAV = "urn:ietf:params:xml:ns:carddav";

    static final int OK = 200;
    static final int CREATED = 201;
    static final int NO_CONTENT = 204;
    static final int MULTI_STATUS = 207;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int NOT_ALLOWED = 405;
    static final int CONFLICT = 409;
    static final int PRECONDITION_FAILED = 412;
    static final int TOO_LARGE = 413;
    static final int UNSUPPORTED_TYPE = 415;

    private DavNames() {}

    static QName dav(String name) {
        return new QName(DAV, name, "D");
    }

    static QName calendar(String name) {
        return new QName(CALDAV, name, "C");
    }

    static QName card(String name) {
        return new QName(CARDDAV, name, "A");
    }

    /** Returns the namespace of a prefix in answers; that of WebDAV for any other prefix. */
    static String namespace(String prefix) {
        return switch (prefix) {
            case "C" -> CALDAV;
            case "A" -> CARDDAV;
            default -> DAV;
        };
    }
}
