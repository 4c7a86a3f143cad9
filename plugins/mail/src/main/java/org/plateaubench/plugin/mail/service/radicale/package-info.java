// SPDX-License-Identifier: Apache-2.0
/** Radicale, which keeps calendars and contacts beside mail servers that do not. */
@NullMarked
package org.plateaubench.plugin.mail.service.radicale;

import org.jspecify.annotations.NullMarked;
