// SPDX-License-Identifier: Apache-2.0
/** Calendars (RFC 4791) and address books (RFC 6352) in memory, as far as mail programs use them. */
@NullMarked
package org.plateaubench.mail.dav;

import org.jspecify.annotations.NullMarked;
