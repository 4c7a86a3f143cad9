// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

/** The users of one workload in this process, on threads or event loops. */
public interface Users {
    /** How long an aborted driver has to return, and how long closing it may take. */
    long GRACE_NANOS = 2_000_000_000L;

    /** The number of units of a user whose driver declines further units. */
    long DONE = -1;

    /** Starts every user, each at its own time. Called once. */
    void start();

    /**
     * Makes one pass over the users: aborts operations that exceeded their timeout, wakes users whose wait extends
     * beyond the end of issuing, and past the drain deadline takes over users that still run. Called by one thread, the
     * supervisor's.
     */
    void sweep(long nowNanos);

    /** Whether every user has ended or was abandoned. May be called on any thread. */
    boolean haveEnded();

    /** Past the drain deadline and its grace: abandons the users that have not returned. The supervisor's thread. */
    void abandonRemaining();

    /** Connected users that have not ended and that the load requires or that operate. May be called on any thread. */
    int live();

    /** The number of operations that drivers are executing. May be called on any thread. */
    int inFlight();

    /** How long all connected users together have been in their present state. May be called on any thread. */
    Pending pending(long nowNanos);

    /** Units that a user has begun; {@link #DONE} if its driver declines further units. May be called on any thread. */
    long startedUnits(int index);

    /** Whether a user is in an operation, or has no connection. May be called on any thread. */
    boolean isWaiting(int index);

    /** Makes event loops check their channels now, as a reply does. May be called on any thread. */
    default void wakeLoops() {}

    /** The number of users that did not return. May be called on any thread. */
    int lost();

    /** Releases threads; waits no longer than the given time. */
    void close(long graceNanos);

    /** The time of states that have not ended. */
    record Pending(long operationNanos, long idleNanos) {}
}
