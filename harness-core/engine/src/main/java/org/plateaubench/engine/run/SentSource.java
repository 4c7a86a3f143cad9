// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import org.plateaubench.spi.SentTotals;

@FunctionalInterface
public interface SentSource {
    SentTotals of(int tile, String workload);
}
