// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

/** The kind of a collection. */
enum Kind {
    CALENDAR("text/calendar"),
    ADDRESS_BOOK("text/vcard");

    private final String mediaType;

    Kind(String mediaType) {
        this.mediaType = mediaType;
    }

    /** Returns the media type of its objects. */
    String mediaType() {
        return mediaType;
    }
}
