// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.imap.Flag;

/**
 * A message in a folder.
 *
 * @param uid in its folder
 * @param marks its flags
 * @param number number within a population; null for a message of no population
 * @param token of a sent message; null for any other message
 */
record FoundMessage(
        long uid,
        Set<Flag> marks,
        @Nullable MessageNumber number,
        @Nullable String token) {
    /** Returns whether Plateau has created the message, in the data or in a run. */
    boolean isOwn() {
        return number != null || token != null;
    }
}
