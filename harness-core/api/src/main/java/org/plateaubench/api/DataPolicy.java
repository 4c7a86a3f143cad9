// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** What happens to data that is already in the SUT. */
@API(status = EXPERIMENTAL, since = "0.1")
public enum DataPolicy {
    /** Data of the right shape is used as it is; missing data is loaded. */
    REUSE,
    /** The loaded state is restored; missing data is loaded. */
    RESET,
    /** All data is cleared and loaded again. */
    RELOAD
}
