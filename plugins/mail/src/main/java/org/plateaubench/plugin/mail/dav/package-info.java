// SPDX-License-Identifier: Apache-2.0
/** Calendars and address books of accounts, over CalDAV (RFC 4791) and CardDAV (RFC 6352). */
@NullMarked
package org.plateaubench.plugin.mail.dav;

import org.jspecify.annotations.NullMarked;
