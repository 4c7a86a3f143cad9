// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/** Purposes of the harness's own draws; draws of a plugin have separate keys and cannot collide with these. */
public final class Purpose {
    static final int MIX = 0;
    static final int GAP = 1;
    public static final int FIRST_START = 2;
    /** The number of repetitions of a step of a unit; the index is the step. */
    static final int REPETITIONS = 3;
    /** The choice of an operation of a step; the index is the position in the unit. */
    static final int CHOICE = 4;
    /** The pause before an operation of a unit; the index is the position in the unit. */
    static final int PAUSE = 5;
    /** The gap before an open-loop arrival. */
    public static final int ARRIVAL = 6;
    /** The part of a back-off to wait for; drawn for the user, by number of the failed attempt. */
    public static final int BACKOFF = 7;

    private Purpose() {}
}
