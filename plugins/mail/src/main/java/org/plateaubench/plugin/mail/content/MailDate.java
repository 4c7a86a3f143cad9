// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates in the format of messages (RFC 5322, 3.3), always UTC. Any thread. */
public final class MailDate {
    private static final DateTimeFormatter MESSAGE = DateTimeFormatter.ofPattern(
                    "EEE, d MMM uuuu HH:mm:ss '+0000'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private MailDate() {}

    /**
     * Returns the format of the {@code Date} header.
     *
     * @param millis milliseconds since 1970
     */
    public static String ofMessage(long millis) {
        return MESSAGE.format(Instant.ofEpochMilli(millis));
    }
}
