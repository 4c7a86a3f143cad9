// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The phases as given; null for missing values.
 *
 * @param rampUp users start over this time
 * @param steady the window that counts, above zero
 * @param rampDown time for which the steady load continues
 * @param drain deadline for operations in flight at the end
 */
public record PhasesSpec(
        @Nullable Duration rampUp,
        @Nullable Duration steady,
        @Nullable Duration rampDown,
        @Nullable Duration drain) {}
