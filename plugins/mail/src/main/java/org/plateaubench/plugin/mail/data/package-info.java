// SPDX-License-Identifier: Apache-2.0
/**
 * The content of mailboxes, calendars and address books before a run: created, restored, counted, compared with the
 * sent messages.
 */
@NullMarked
package org.plateaubench.plugin.mail.data;

import org.jspecify.annotations.NullMarked;
