// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;

/**
 * A limit and what came of it.
 *
 * @param limit as planned
 * @param value what was measured, in the limit's unit; null when there is nothing to measure
 * @param lowerBound whether the true value is known only to be at least that
 * @param met whether the limit was kept; null when there is too little to tell
 */
public record LimitResult(
        QosLimit limit,
        @Nullable Double value,
        boolean lowerBound,
        @Nullable Boolean met) {}
