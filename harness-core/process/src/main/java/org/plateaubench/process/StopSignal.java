// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

/** Signal that requests a server to end cleanly. */
public enum StopSignal {
    /** Fast shutdown of PostgreSQL. A program that does not handle it never receives it behind the guard. */
    INT,
    /** The signal that most servers expect. */
    TERM
}
