// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

/** What a collection holds. */
enum Kind {
    CALENDAR("text/calendar"),
    ADDRESS_BOOK("text/vcard");

    private final String mediaType;

    Kind(String mediaType) {
        this.mediaType = mediaType;
    }

    /** Of its objects. */
    String mediaType() {
        return mediaType;
    }
}
