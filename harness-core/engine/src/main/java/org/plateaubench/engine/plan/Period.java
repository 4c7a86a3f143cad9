// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;

/** A scored period: a part of the steady phase that is also judged separately. */
public record Period(String name, Duration start, Duration end) {
    public boolean contains(Duration instant) {
        return instant.compareTo(start) >= 0 && instant.compareTo(end) < 0;
    }
}
