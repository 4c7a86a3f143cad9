// SPDX-License-Identifier: Apache-2.0
/** Mailbox access, held against a real server. */
@NullMarked
package org.plateaubench.plugin.mail.imap;

import org.jspecify.annotations.NullMarked;
