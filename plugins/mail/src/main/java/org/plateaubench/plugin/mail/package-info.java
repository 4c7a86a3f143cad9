// SPDX-License-Identifier: Apache-2.0
/** The mail workload: users of an Exchange-like server over SMTP, IMAP, CalDAV and CardDAV. */
@NullMarked
package org.plateaubench.plugin.mail;

import org.jspecify.annotations.NullMarked;
