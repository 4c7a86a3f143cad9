// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

/**
 * What the harness itself draws for. The draws of a plugin have keys of their own, so a purpose of a plugin can never
 * meet one of these.
 */
final class Purpose {
    /** Which unit comes next. */
    static final int MIX = 0;
    /** The think or cycle time that follows a unit. */
    static final int GAP = 1;
    /** Where in its first gap a user begins. */
    static final int FIRST_START = 2;
    /** How often a step of a unit is repeated; the index is the step. */
    static final int REPETITIONS = 3;
    /** Which operation of a step is done; the index is the position in the unit. */
    static final int CHOICE = 4;
    /** The pause before an operation of a unit; the index is the position in the unit. */
    static final int PAUSE = 5;
    /** The gap before an open-loop arrival. */
    static final int ARRIVAL = 6;
    /** How much of a back-off is waited for; drawn for the user, by number of the failed attempt. */
    static final int BACKOFF = 7;

    private Purpose() {}
}
