// SPDX-License-Identifier: Apache-2.0
/** What mailboxes, calendars and address books hold before a run: made, restored, counted, held against what was sent. */
@NullMarked
package org.plateaubench.plugin.mail.data;

import org.jspecify.annotations.NullMarked;
