// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * One row of a reconciliation.
 *
 * @param what what was compared, such as {@code order rows}
 * @param expected what was sent
 * @param actual what the SUT holds
 * @param uncertain how far they may differ, because the fate of some operations is not known (a timeout after send)
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Reconciliation(String what, long expected, long actual, long uncertain) {
    /** Whether the difference is explained. */
    public boolean isMet() {
        return Math.abs(actual - expected) <= uncertain;
    }
}
