// SPDX-License-Identifier: Apache-2.0
/** Radicale, which stores calendars and contacts for mail servers that do not. */
@NullMarked
package org.plateaubench.plugin.mail.service.radicale;

import org.jspecify.annotations.NullMarked;
