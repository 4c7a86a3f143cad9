// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An event or a card. Immutable.
 *
 * @param name last part of its path
 * @param etag with its quotes
 * @param body as it was stored; not to be changed
 * @param uid what it is known as in other calendars
 * @param times when it takes place; null for a card
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
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
