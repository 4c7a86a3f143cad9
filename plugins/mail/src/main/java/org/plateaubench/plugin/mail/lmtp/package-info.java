// SPDX-License-Identifier: Apache-2.0
/** Local delivery (LMTP, RFC 2033), by which mailboxes may be filled. */
@NullMarked
package org.plateaubench.plugin.mail.lmtp;

import org.jspecify.annotations.NullMarked;
