// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import org.jspecify.annotations.Nullable;

/**
 * The harness's own lateness over one interval (measurement rule M2).
 *
 * @param window window of the intended start
 * @param dispatch dispatch lag of every operation, null when there was none
 * @param completion completion lag, null when it was not measured
 */
public record LagInterval(
        PhaseWindow window,
        @Nullable Times dispatch,
        @Nullable Times completion) {}
