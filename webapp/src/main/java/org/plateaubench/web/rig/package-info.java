// SPDX-License-Identifier: Apache-2.0
/** The rig: agents with what their hosts are worth, SUTs that are kept here, services on offer. */
@NullMarked
package org.plateaubench.web.rig;

import org.jspecify.annotations.NullMarked;
