// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

/** Signal that requests a server to end cleanly. */
public enum StopSignal {
    /**
     * Requests a fast shutdown of PostgreSQL. Behind the guard, a program without a handler for this signal ignores it.
     */
    INT,
    /** The signal that most servers expect. */
    TERM
}
