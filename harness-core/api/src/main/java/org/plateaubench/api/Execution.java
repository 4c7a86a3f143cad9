// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** The threads that run the users of a workload. */
public enum Execution {
    /** One platform thread per user. */
    PLATFORM,
    /** One virtual thread per user while it is active; a user that waits for a long time has no thread. */
    VIRTUAL,
    /** Many users per event loop, each with one or several outstanding operations. */
    EVENT_LOOP
}
