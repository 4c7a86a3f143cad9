// SPDX-License-Identifier: Apache-2.0
/**
 * The content of mailboxes, calendars and address books, and of sent messages: a pure function of keyed draws,
 * independent of any server.
 */
@NullMarked
package org.plateaubench.plugin.mail.content;

import org.jspecify.annotations.NullMarked;
