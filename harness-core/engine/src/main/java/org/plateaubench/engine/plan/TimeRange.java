// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;

/**
 * A period of the run's clock.
 *
 * @param start start, since the start of ramp-up
 * @param end end, exclusive, after the start
 */
public record TimeRange(Duration start, Duration end) {
    public boolean holds(Duration instant) {
        return instant.compareTo(start) >= 0 && instant.compareTo(end) < 0;
    }
}
