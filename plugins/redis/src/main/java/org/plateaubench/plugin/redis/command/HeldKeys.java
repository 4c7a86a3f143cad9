// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;

/**
 * Which strings the servers must hold: what one user has written and they have acknowledged, and all where the whole key
 * space was filled, unless keys have a time to live. Whether they evict keys only they know. Confined to whoever uses it.
 */
public final class HeldKeys {
    /** Kind of the things that the user tells of: {@link #identity}. */
    public static final String KIND = "strings";

    private final Acknowledged acknowledged;
    private final long offset;
    private final boolean live;
    private final boolean allFilled;

    /**
     * Those of one user.
     *
     * @param wholes places that each hold the whole key space, to which users are dealt in turn
     */
    HeldKeys(RedisParameters parameters, int wholes, UserContext user) {
        acknowledged = user.acknowledged(KIND);
        offset = identity(parameters, user.user() % wholes, 0);
        live = parameters.timeToLive().isPositive();
        allFilled = areAllFilled(parameters);
    }

    /** Whether every string is there before the load and nothing but an {@code expire} gives it a time to live. */
    public static boolean areAllFilled(RedisParameters parameters) {
        return parameters.fill() == 100
                && parameters.fillKinds().contains(Family.STRING)
                && !parameters.timeToLive().isPositive();
    }

    /** The number of a key at one of the places that hold the whole key space. */
    public static long identity(RedisParameters parameters, int whole, long key) {
        return whole * parameters.keySpace() + key;
    }

    /** A key was written, and the server has said so. */
    void written(long key) {
        if (!live) {
            acknowledged.held(offset + key);
        }
    }

    /** A key may be gone some day. */
    void mayExpire(long key) {
        acknowledged.released(offset + key);
    }

    /** Whether a string that is not there was there before, unless it was evicted or has expired. */
    boolean mustHit() {
        return allFilled;
    }
}
