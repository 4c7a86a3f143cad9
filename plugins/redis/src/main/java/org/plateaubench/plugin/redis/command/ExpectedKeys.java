// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters.FilledKeys;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;

/** The expected content of the servers when a user sends a command. Not thread-safe. */
public final class ExpectedKeys {
    /** Kind of the objects that the user reports: {@link #identity}. */
    public static final String KIND = "strings";

    private static final int UNKNOWN = -1;

    private final Shared shared;
    private final Acknowledged acknowledged;
    private final long offset;

    /** Users are assigned round-robin to the copies of the key space. */
    ExpectedKeys(Shared shared, int copies, UserContext user) {
        this.shared = shared;
        acknowledged = user.acknowledged(KIND);
        offset = identity(shared.parameters, user.user() % copies, 0);
    }

    /** Returns the number of a key in one of the copies of the key space. */
    public static long identity(RedisParameters parameters, int copy, long key) {
        return copy * parameters.keySpace() + key;
    }

    /** Stores in a request, before it is sent, what its reply must contain. */
    void expect(RedisRequest request) {
        switch (request.operation()) {
            case GET, MGET -> {
                for (int i = 0; i < request.keyCount(); i++) {
                    request.written(i, isWritten(request.key(i)));
                }
            }
            case INCR, EVAL -> {
                int index = shared.index(offset + request.key(0));
                request.minCount(index < 0 ? 1 : shared.counts.get(index) + 1);
            }
            case EXPIRE -> {
                if (!shared.isExpiring) {
                    shared.isExpiring = true;
                }
            }
            default -> {} // The reply does not depend on acknowledged commands.
        }
    }

    private boolean isWritten(long key) {
        int index = shared.areAllFilled ? UNKNOWN : shared.index(offset + key);
        return index >= 0 && (shared.strings.get(index / Long.SIZE) & (1L << index)) != 0;
    }

    void written(long key) {
        if (!shared.canExpire) {
            acknowledged.stored(offset + key);
            int index = shared.areAllFilled ? UNKNOWN : shared.index(offset + key);
            if (index >= 0 && !isWritten(key)) {
                shared.strings.accumulateAndGet(index / Long.SIZE, 1L << index, (all, one) -> all | one);
            }
        }
    }

    /** Records a key that may expire. */
    void mayExpire(long key) {
        acknowledged.removed(offset + key);
    }

    void counted(long key, long number) {
        int index = shared.index(offset + key);
        if (index >= 0 && !shared.parameters.eviction()) {
            shared.counts.accumulateAndGet(index, number, Math::max);
        }
    }

    /** Returns whether one of the keys of a request, whose answer has arrived, must exist. */
    boolean mustExist(RedisRequest request, int index) {
        Family family = request.operation().family();
        boolean mayBeMissing = shared.parameters.eviction()
                || family == Family.LIST
                || (family == Family.STRING && (shared.canExpire || shared.isExpiring));
        boolean isFilled = shared.parameters.fillKinds().contains(family);
        return !mayBeMissing && (request.isWritten(index) || (isFilled && shared.filled.contains(request.key(index))));
    }

    /**
     * The content that one agent expects on the servers: the filled keys, and the acknowledged strings and counter
     * values of its users. In a large key space, only every n-th key is tracked. Lists are not tracked, because any
     * user may empty them. Thread-safe.
     */
    static final class Shared {
        private static final int MAX_TRACKED_KEYS = 1 << 17;

        private final RedisParameters parameters;
        private final FilledKeys filled;
        private final boolean canExpire;
        private final boolean areAllFilled;
        private final long stride;
        private final AtomicLongArray strings;
        private final AtomicLongArray counts;
        private volatile boolean isExpiring;

        Shared(RedisParameters parameters, int copies) {
            this.parameters = parameters;
            filled = parameters.filled();
            canExpire = parameters.timeToLive().isPositive();
            areAllFilled = parameters.fill() == 100 && parameters.fillKinds().contains(Family.STRING);
            long keys = parameters.keySpace() * copies;
            stride = Math.ceilDiv(keys, MAX_TRACKED_KEYS);
            int tracked = (int) Math.ceilDiv(keys, stride);
            strings = new AtomicLongArray(tracked / Long.SIZE + 1);
            counts = new AtomicLongArray(tracked);
        }

        /** Returns the index of a key in the tables, or {@link #UNKNOWN}. */
        private int index(long identity) {
            return stride == 1 || identity % stride == 0 ? (int) (identity / stride) : UNKNOWN;
        }
    }
}
