// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An event or a card. Immutable.
 *
 * @param name last part of its path
 * @param etag entity tag with its quotes
 * @param body content as stored; must not be changed
 * @param uid identifier across calendars
 * @param times times of an event; null for a card
 */
@SuppressWarnings("ArrayRecordComponent") // Records of this type are never compared.
record Item(
        String name,
        String etag,
        byte[] body,
        String uid,
        @Nullable EventTimes times) {
    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
