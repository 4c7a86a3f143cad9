// SPDX-License-Identifier: Apache-2.0
/** The embedded mail server, a separate process: GreenMail, with calendars and contacts on Jetty. */
@NullMarked
package org.plateaubench.mail;

import org.jspecify.annotations.NullMarked;
