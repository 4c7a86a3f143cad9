// SPDX-License-Identifier: Apache-2.0
/** Service {@code cyrus}: Cyrus IMAP, which also stores calendars and contacts, and Postfix. */
@NullMarked
package org.plateaubench.plugin.mail.service.cyrus;

import org.jspecify.annotations.NullMarked;
