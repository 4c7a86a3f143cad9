// SPDX-License-Identifier: Apache-2.0
/** What failures of mail protocols are called. */
@NullMarked
package org.plateaubench.plugin.mail.failure;

import org.jspecify.annotations.NullMarked;
