// SPDX-License-Identifier: Apache-2.0
/**
 * Mailbox access over IMAP4rev1: the commands of a mail program with controlled round trips, and the checks of the
 * answers.
 */
@NullMarked
package org.plateaubench.plugin.mail.imap;

import org.jspecify.annotations.NullMarked;
