// SPDX-License-Identifier: Apache-2.0
/** The error classes of mail protocols. */
@NullMarked
package org.plateaubench.plugin.mail.failure;

import org.jspecify.annotations.NullMarked;
