// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import org.plateaubench.spi.SentTotals;

/** Provides the totals that the agents of a run sent. */
@FunctionalInterface
public interface SentSource {
    SentTotals of(int tile, String workload);
}
