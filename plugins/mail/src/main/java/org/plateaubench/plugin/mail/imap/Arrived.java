// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import org.jspecify.annotations.Nullable;

/**
 * A message found by a check or a notification.
 *
 * @param uid from 1 to 2^32 - 1
 * @param flags as {@link Flag#in} reads them
 * @param token value of {@code X-Plateau-Token}; null without one
 * @param internalDate date from the server, such as {@code 17-Jul-1996 02:44:25 -0700}; empty without one
 */
public record Arrived(
        long uid, int flags, long sizeBytes, @Nullable String token, String internalDate) {}
