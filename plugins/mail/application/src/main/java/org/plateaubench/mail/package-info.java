// SPDX-License-Identifier: Apache-2.0
/** The embedded mail server, a process of its own: GreenMail, and calendars and contacts on Jetty. */
@NullMarked
package org.plateaubench.mail;

import org.jspecify.annotations.NullMarked;
