// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

/** Signal that asks a server to end in order. */
public enum StopSignal {
    /** Fast shutdown of PostgreSQL. A program that does not handle it never sees it behind the guard. */
    INT,
    /** The signal that most servers expect. */
    TERM
}
