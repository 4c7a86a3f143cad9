// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** The threads that run the users of a workload. */
public enum Execution {
    /** One platform thread per user. */
    PLATFORM,
    /** A virtual thread per user while it has something to do; a user that waits for long holds no thread. */
    VIRTUAL,
    /** Many users per event loop, several operations outstanding. */
    EVENT_LOOP
}
