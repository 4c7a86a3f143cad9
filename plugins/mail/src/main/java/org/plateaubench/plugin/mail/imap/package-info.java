// SPDX-License-Identifier: Apache-2.0
/** Mailbox access over IMAP4rev1: what a mail program does, with every round trip decided here, and what its answers are held against. */
@NullMarked
package org.plateaubench.plugin.mail.imap;

import org.jspecify.annotations.NullMarked;
