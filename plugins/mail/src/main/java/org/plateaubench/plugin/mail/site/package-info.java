// SPDX-License-Identifier: Apache-2.0
/** Where a mail site is reached, and the accounts in it. */
@NullMarked
package org.plateaubench.plugin.mail.site;

import org.jspecify.annotations.NullMarked;
