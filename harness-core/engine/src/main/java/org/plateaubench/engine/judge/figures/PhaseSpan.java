// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An actual phase of a run.
 *
 * @param startNanos start on the run's clock, null if it has not started
 * @param endNanos end on the run's clock, null when it did not run or the end is not known
 * @param end end as wall time, null when the run ended during it
 */
public record PhaseSpan(
        String name,
        @Nullable Long startNanos,
        @Nullable Long endNanos,
        Instant start,
        @Nullable Instant end) {}
