// SPDX-License-Identifier: Apache-2.0
/** What the users of one agent share, and the parameters that it is made from. */
@NullMarked
package org.plateaubench.plugin.mail.session;

import org.jspecify.annotations.NullMarked;
