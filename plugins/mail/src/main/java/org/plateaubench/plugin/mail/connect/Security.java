// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

public enum Security {
    NONE,
    /** The connection begins without TLS, which {@code STARTTLS} starts before signing in. */
    STARTTLS,
    TLS;

    /** Returns the name in run files and addresses: {@code none}, {@code starttls} or {@code tls}. */
    public String title() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
