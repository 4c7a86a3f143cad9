// SPDX-License-Identifier: Apache-2.0
/** The rig: agents with the calibration of their hosts, SUTs that run here, and the services on offer. */
@NullMarked
package org.plateaubench.web.rig;

import org.jspecify.annotations.NullMarked;
