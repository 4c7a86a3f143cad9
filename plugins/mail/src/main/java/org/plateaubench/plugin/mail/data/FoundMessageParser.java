// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.eclipse.angus.mail.imap.protocol.BODY;
import org.eclipse.angus.mail.imap.protocol.FLAGS;
import org.eclipse.angus.mail.imap.protocol.FetchResponse;
import org.eclipse.angus.mail.imap.protocol.UID;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.content.Headers;
import org.plateaubench.plugin.mail.imap.Flag;

/** Parses the answer to a scan of a folder. */
final class FoundMessageParser {

    /** The items to fetch of each message. */
    static final String ITEMS = "(UID FLAGS BODY.PEEK[HEADER.FIELDS (" + MessageNumber.HEADER.toUpperCase(Locale.ROOT)
            + " " + Headers.TOKEN.toUpperCase(Locale.ROOT) + ")])";

    private FoundMessageParser() {}

    /** Returns a message; null when the answer is about something else. */
    static @Nullable FoundMessage read(FetchResponse response) {
        UID uid = response.getItem(UID.class);
        BODY body = response.getItem(BODY.class);
        if (uid == null || body == null) {
            return null;
        }
        FLAGS flags = response.getItem(FLAGS.class);
        String headers = text(body);
        return new FoundMessage(
                uid.uid,
                flags == null ? Set.of() : Flag.of(flags),
                MessageNumber.parse(value(headers, MessageNumber.HEADER)),
                value(headers, Headers.TOKEN));
    }

    /** Returns the body in an answer; empty without one. */
    static String text(FetchResponse response) {
        BODY body = response.getItem(BODY.class);
        return body == null ? "" : text(body);
    }

    private static String text(BODY body) {
        ByteArrayInputStream bytes = body.getByteArrayInputStream();
        return bytes == null ? "" : new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static @Nullable String value(String headers, String name) {
        for (String line : headers.split("\r?\n", -1)) {
            if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
                return line.substring(name.length() + 1).strip();
            }
        }
        return null;
    }
}
