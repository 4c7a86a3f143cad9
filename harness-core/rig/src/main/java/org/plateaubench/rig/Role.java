// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

public enum Role {
    /** Starts runs on agents. */
    CONTROLLER,
    /** Drives the load of runs; may only use its own subjects. */
    AGENT,
    /** Reports the clock of the broker's host to agents; the broker itself is the only one. */
    CLOCK
}
