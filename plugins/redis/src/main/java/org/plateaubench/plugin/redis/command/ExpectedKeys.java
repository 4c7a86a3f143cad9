// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;

/**
 * The strings that the servers must hold: those that one user has written with an acknowledgement, and all of a
 * completely filled key space, unless keys have a time to live. Evictions are known to the servers only. Not
 * thread-safe.
 */
public final class ExpectedKeys {
    /** Kind of the objects that the user reports: {@link #identity}. */
    public static final String KIND = "strings";

    private final Acknowledged acknowledged;
    private final long offset;
    private final boolean live;
    private final boolean allFilled;

    /**
     * Creates the keys of one user.
     *
     * @param wholes number of places that each hold the whole key space; users are assigned to them in turn
     */
    ExpectedKeys(RedisParameters parameters, int wholes, UserContext user) {
        acknowledged = user.acknowledged(KIND);
        offset = identity(parameters, user.user() % wholes, 0);
        live = parameters.timeToLive().isPositive();
        allFilled = areAllFilled(parameters);
    }

    /** Returns whether every string exists before the load and only {@code expire} gives it a time to live. */
    public static boolean areAllFilled(RedisParameters parameters) {
        return parameters.fill() == 100
                && parameters.fillKinds().contains(Family.STRING)
                && !parameters.timeToLive().isPositive();
    }

    /** Returns the number of a key at one of the places that hold the whole key space. */
    public static long identity(RedisParameters parameters, int whole, long key) {
        return whole * parameters.keySpace() + key;
    }

    void written(long key) {
        if (!live) {
            acknowledged.held(offset + key);
        }
    }

    /** Records a key that may expire. */
    void mayExpire(long key) {
        acknowledged.released(offset + key);
    }

    /** Returns whether a missing string existed before, unless it was evicted or has expired. */
    boolean mustHit() {
        return allFilled;
    }
}
