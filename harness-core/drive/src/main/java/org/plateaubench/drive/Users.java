// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.List;

/** The users of one workload in this process, however they are run. */
interface Users {

    /** Lets every user begin, each at its own time. Called once. */
    void start();

    /**
     * Looks after the users: aborts what has overrun, wakes who waits for what will not come, and past the drain
     * deadline takes over whatever still runs. One thread, the supervisor's.
     */
    void sweep(long nowNanos);

    /** Whether every user has ended or was given up. Any thread. */
    boolean haveEnded();

    /** Past the drain deadline and its grace: gives up who has still not come back. The supervisor's thread. */
    void giveUpRest();

    /** Users that are connected and have not ended, and that the load wants now or that are at an operation. Any thread. */
    int live();

    /** Operations that a driver is busy with. Any thread. */
    int inFlight();

    /**
     * For how long all connected users together have been in what they are in: an operation, or the time between as far
     * as the load wanted them.
     */
    long pendingNanos(long nowNanos);

    /** The event loops that run them; none where they have threads. */
    List<SelectorLoop> loops();

    /** Users that did not come back. Any thread. */
    int lost();

    /** Releases threads; waits no longer than the time given. */
    void close(long graceNanos);
}
