// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.time.Instant;
import java.time.InstantSource;
import org.plateaubench.measure.clock.SystemClock;

/** The time of day for the console, which must not read the clock itself. Immutable. */
public final class ConsoleClock implements InstantSource {
    @Override
    public Instant instant() {
        return SystemClock.instance().wallTime();
    }
}
