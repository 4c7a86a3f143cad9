// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** The threads that run the users of a workload. */
@API(status = EXPERIMENTAL, since = "0.1")
public enum Execution {
    /** One platform thread per user. */
    PLATFORM,
    /** A virtual thread per user while it has something to do; a user that waits for long holds no thread. */
    VIRTUAL,
    /** Many users per event loop, several operations outstanding. */
    EVENT_LOOP
}
