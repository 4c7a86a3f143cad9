// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.time.Instant;
import org.plateaubench.measure.clock.SystemClock;

public final class WallTime {
    private WallTime() {}

    public static Instant now() {
        return SystemClock.instance().wallTime();
    }
}
