// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/** What a user of the broker does. */
public enum Role {
    /** Starts runs on agents. */
    CONTROLLER,
    /** Drives the load of runs; knows its own subjects alone. */
    AGENT,
    /** Reports the clock of the broker's host to agents; the broker itself is the only one. */
    CLOCK
}
