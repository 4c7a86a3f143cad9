// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message in a folder.
 *
 * @param uid in its folder
 * @param marks its flags
 * @param number which message of a population it is; null for others
 * @param token by which a sent message is known; null for others
 */
record Found(
        long uid,
        Set<Mark> marks,
        @Nullable MessageNumber number,
        @Nullable String token) {}
