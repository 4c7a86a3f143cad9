// SPDX-License-Identifier: Apache-2.0
/** Tests of what mailboxes hold, against real servers. */
@NullMarked
package org.plateaubench.plugin.mail.data;

import org.jspecify.annotations.NullMarked;
