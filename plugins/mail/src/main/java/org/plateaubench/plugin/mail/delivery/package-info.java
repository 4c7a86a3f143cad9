// SPDX-License-Identifier: Apache-2.0
/** How long messages take from the server's word that it has them to their recipient's notification. */
@NullMarked
package org.plateaubench.plugin.mail.delivery;

import org.jspecify.annotations.NullMarked;
