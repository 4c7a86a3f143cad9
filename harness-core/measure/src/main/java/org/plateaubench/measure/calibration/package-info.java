// SPDX-License-Identifier: Apache-2.0
/** Measures how precise the clock and the waits of a host are before a run relies on them. */
@NullMarked
package org.plateaubench.measure.calibration;

import org.jspecify.annotations.NullMarked;
