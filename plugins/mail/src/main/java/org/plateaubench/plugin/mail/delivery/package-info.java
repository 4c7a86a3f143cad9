// SPDX-License-Identifier: Apache-2.0
/** The time of a delivery, from the server's confirmation of a message to its recipient's notification. */
@NullMarked
package org.plateaubench.plugin.mail.delivery;

import org.jspecify.annotations.NullMarked;
