// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.site;

/** How a connection to a mail server is protected. */
public enum Security {
    /** Not at all. */
    NONE,
    /** It begins plain and is protected by {@code STARTTLS} before anybody signs in. */
    STARTTLS,
    /** TLS from the first byte. */
    TLS;

    /** As run files and addresses have it: {@code none}, {@code starttls} or {@code tls}. */
    public String title() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
