// SPDX-License-Identifier: Apache-2.0
/** Service {@code cyrus}: Cyrus IMAP, which keeps calendars and contacts too, and Postfix. */
@NullMarked
package org.plateaubench.plugin.mail.service.cyrus;

import org.jspecify.annotations.NullMarked;
