// SPDX-License-Identifier: Apache-2.0
/**
 * What mailboxes, calendars and address books are filled with, and what is sent: a pure function of keyed draws.
 * Nothing here knows a server.
 */
@NullMarked
package org.plateaubench.plugin.mail.content;

import org.jspecify.annotations.NullMarked;
