// SPDX-License-Identifier: Apache-2.0
/** The embedded mail server, a separate process, which is GreenMail. */
@NullMarked
package org.plateaubench.mail;

import org.jspecify.annotations.NullMarked;
