// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** What happens to data that is already in the SUT. */
public enum DataPolicy {
    /** Data of the right shape is used as it is; missing data is loaded. */
    REUSE,
    /** The loaded state is restored; missing data is loaded. */
    RESET,
    /** All data is cleared and loaded again. */
    RELOAD
}
