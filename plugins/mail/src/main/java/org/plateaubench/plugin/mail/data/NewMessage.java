// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.util.Set;
import org.plateaubench.plugin.mail.imap.Flag;

/**
 * A message to append to a folder.
 *
 * @param bytes the whole message, with CRLF at the end of each line
 * @param marks its flags
 * @param date its internal date
 */
@SuppressWarnings("ArrayRecordComponent")
record NewMessage(byte[] bytes, Set<Flag> marks, Instant date) {}
