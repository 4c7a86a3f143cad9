// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;

/** What the servers must hold when a user sends a command. Not thread-safe. */
public final class ExpectedKeys {
    /** Kind of the objects that the user reports: {@link #identity}. */
    public static final String KIND = "strings";

    private final Shared shared;
    private final Acknowledged acknowledged;
    private final long offset;

    /** Users are assigned in turn to copies of the whole key space. */
    ExpectedKeys(Shared shared, int copies, UserContext user) {
        this.shared = shared;
        acknowledged = user.acknowledged(KIND);
        offset = identity(shared.parameters, user.user() % copies, 0);
    }

    /** Returns the number of a key in one of the copies of the key space. */
    public static long identity(RedisParameters parameters, int copy, long key) {
        return copy * parameters.keySpace() + key;
    }

    /** Notes in a request that is about to be sent what its answer must show. */
    void expect(RedisRequest request) {
        switch (request.operation()) {
            case GET, MGET -> {
                for (int i = 0; i < request.keyCount(); i++) {
                    request.written(i, shared.isWritten(offset + request.key(i)));
                }
            }
            case INCR, EVAL -> request.least(shared.count(offset + request.key(0)) + 1);
            case EXPIRE -> {
                if (!shared.isExpiring) {
                    shared.isExpiring = true;
                }
            }
            default -> {} // The answer depends on nothing that was acknowledged.
        }
    }

    void written(long key) {
        if (!shared.canExpire) {
            acknowledged.held(offset + key);
            shared.written(offset + key);
        }
    }

    /** Records a key that may expire. */
    void mayExpire(long key) {
        acknowledged.released(offset + key);
    }

    void counted(long key, long number) {
        shared.counted(offset + key, number);
    }

    /** Returns whether one of the keys of a request, whose answer has arrived, must exist. */
    boolean mustExist(RedisRequest request, int index) {
        return shared.mustExist(request.operation().family(), request.key(index), request.isWritten(index));
    }

    /**
     * What the servers must hold, as far as an agent knows: the filled keys, the strings that its users have written and
     * the values of counters, both with an acknowledgement. Of a large key space, every n-th key is known. Lists are not,
     * since any user may empty them. Any thread.
     */
    static final class Shared {
        private static final int MAX_KNOWN_KEYS = 1 << 17;

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
            filled = FilledKeys.share(parameters.keySpace(), parameters.fill());
            canExpire = parameters.timeToLive().isPositive();
            areAllFilled = parameters.fill() == 100 && parameters.fillKinds().contains(Family.STRING);
            long keys = parameters.keySpace() * copies;
            stride = Math.ceilDiv(keys, MAX_KNOWN_KEYS);
            int known = (int) Math.ceilDiv(keys, stride);
            strings = new AtomicLongArray(known / Long.SIZE + 1);
            counts = new AtomicLongArray(known);
        }

        private boolean isKnown(long identity) {
            return stride == 1 || identity % stride == 0;
        }

        private boolean isWritten(long identity) {
            if (areAllFilled || !isKnown(identity)) {
                return false;
            }
            long place = identity / stride;
            return (strings.get((int) (place / Long.SIZE)) & (1L << place)) != 0;
        }

        private void written(long identity) {
            if (!areAllFilled && isKnown(identity) && !isWritten(identity)) {
                long place = identity / stride;
                strings.accumulateAndGet((int) (place / Long.SIZE), 1L << place, (all, one) -> all | one);
            }
        }

        private long count(long identity) {
            return isKnown(identity) ? counts.get((int) (identity / stride)) : 0;
        }

        private void counted(long identity, long number) {
            if (isKnown(identity) && !parameters.eviction()) {
                counts.accumulateAndGet((int) (identity / stride), number, Math::max);
            }
        }

        private boolean mustExist(Family family, long key, boolean written) {
            boolean mayBeMissing = parameters.eviction()
                    || family == Family.LIST
                    || (family == Family.STRING && (canExpire || isExpiring));
            return !mayBeMissing && (written || (parameters.fillKinds().contains(family) && filled.contains(key)));
        }
    }
}
