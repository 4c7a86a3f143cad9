// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.util.Set;

/**
 * A message to be put into a folder.
 *
 * @param bytes with CRLF at the end of each line
 * @param marks its flags
 * @param date when it is said to have come
 */
record NewMessage(byte[] bytes, Set<Mark> marks, Instant date) {}
