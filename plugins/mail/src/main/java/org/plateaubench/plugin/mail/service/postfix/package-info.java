// SPDX-License-Identifier: Apache-2.0
/** Postfix, which accepts mail from users and delivers it to a store. */
@NullMarked
package org.plateaubench.plugin.mail.service.postfix;

import org.jspecify.annotations.NullMarked;
