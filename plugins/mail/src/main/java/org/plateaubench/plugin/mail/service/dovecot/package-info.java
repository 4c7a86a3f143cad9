// SPDX-License-Identifier: Apache-2.0
/** Service {@code dovecot}: Dovecot, Postfix and Radicale. */
@NullMarked
package org.plateaubench.plugin.mail.service.dovecot;

import org.jspecify.annotations.NullMarked;
