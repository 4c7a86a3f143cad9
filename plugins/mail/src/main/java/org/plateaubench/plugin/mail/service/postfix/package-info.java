// SPDX-License-Identifier: Apache-2.0
/** Postfix, which takes mail from users and hands it to a store. */
@NullMarked
package org.plateaubench.plugin.mail.service.postfix;

import org.jspecify.annotations.NullMarked;
