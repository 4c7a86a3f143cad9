// SPDX-License-Identifier: Apache-2.0
/** What the clock and the waits of a host are worth, measured before they are relied on. */
@NullMarked
package org.plateaubench.measure.calibration;

import org.jspecify.annotations.NullMarked;
