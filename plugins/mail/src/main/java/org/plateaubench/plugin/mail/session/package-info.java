// SPDX-License-Identifier: Apache-2.0
/** The state that the users of one agent share, and the parameters from which it is created. */
@NullMarked
package org.plateaubench.plugin.mail.session;

import org.jspecify.annotations.NullMarked;
