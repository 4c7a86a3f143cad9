// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/** The units of a user. Confined to the user, or to the supervisor once that has taken the user over. */
public interface UnitSource {

    /** Assigns the next unit to the given object; false if there is none. */
    boolean next(PacedUnit unit);

    /** The units that were taken have started; {@code freeInTime} if their user was free when they were due. */
    void started(long actualNanos, boolean freeInTime);

    /** The taken units have ended, and the next ones can be paced. */
    void ended(long firstActualNanos, long lastEndNanos);

    /** No more units are due for this user. Units that are due for all users together are not affected. */
    default void end() {}

    /** The user takes no more units: records every intended start before the end of issuing that was not taken. */
    void abandonRest();
}
