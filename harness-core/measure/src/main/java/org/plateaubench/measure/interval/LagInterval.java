// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.Times;

/**
 * The harness's own lateness over one interval (measurement rule M2).
 *
 * @param window window of the intended start
 * @param dispatch dispatch lag of every operation, null when there was none
 * @param completion completion lag: of every operation on event loops, of probes if users are on threads; null when it
 *     was not measured
 * @param wakeUp how late event loops noticed probes, null when there were none
 */
public record LagInterval(
        PhaseWindow window,
        @Nullable Times dispatch,
        @Nullable Times completion,
        @Nullable Times wakeUp) {}
