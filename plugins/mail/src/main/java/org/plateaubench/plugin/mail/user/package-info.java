// SPDX-License-Identifier: Apache-2.0
/** One user: its mailbox, calendar and contacts, and the messages that it writes. */
@NullMarked
package org.plateaubench.plugin.mail.user;

import org.jspecify.annotations.NullMarked;
