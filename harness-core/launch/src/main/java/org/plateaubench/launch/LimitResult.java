// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.util.Optional;

/**
 * The result of a limit.
 *
 * @param limit the limit, such as {@code p95 < 500 ms}
 * @param value the measured value in the limit's unit, {@link Double#NaN} when nothing was measured
 * @param met whether it was met; empty when that is not known
 */
public record LimitResult(String limit, double value, Optional<Boolean> met) {}
