// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.scenario.value.Zipf;

/** Chooses numbers of keys. Stateless, any thread. */
@FunctionalInterface
interface KeyDraw {
    /** Purpose of the draws that choose keys. */
    int PURPOSE = 0;

    /**
     * Greatest number of draws for one key. For a choice that is rejected this often, which hardly ever happens, there is
     * another.
     */
    int ATTEMPTS = 1 << 8;

    /** Returns the number of a key, from 0; the position is the index of the key within the operation, from 0. */
    long key(Draws draws, int position);

    /** Returns the draw of a choice; always 0 for a sequential one, which needs no draws. */
    static KeyDraw of(RedisParameters parameters) {
        long space = parameters.keySpace();
        return switch (parameters.keys()) {
            case UNIFORM -> (draws, position) -> below(space, draws, position, 0);
            case ZIPF -> zipf(new Zipf(space, parameters.zipfExponent()));
            case GAUSSIAN -> gaussian(space, parameters.gaussianSpread() / 100 * space);
            case HOT_SET -> hotSet(space, hotKeys(parameters), parameters.hotRequests() / 100);
            case SEQUENTIAL -> (draws, position) -> 0;
        };
    }

    /** Returns the number of hot keys, at least one and at most all. */
    static long hotKeys(RedisParameters parameters) {
        long share = Math.round(parameters.hotKeys() / 100 * parameters.keySpace());
        return Math.max(1, Math.min(parameters.keySpace(), share));
    }

    static long bits(Draws draws, int position, int attempt) {
        return draws.bits(PURPOSE, position * ATTEMPTS + attempt);
    }

    /** Returns a uniform number, by the high half of the product of 64 bits and the bound. */
    private static long below(long bound, Draws draws, int position, int attempt) {
        return Math.unsignedMultiplyHigh(bits(draws, position, attempt), bound);
    }

    private static KeyDraw hotSet(long space, long hot, double share) {
        if (hot == space) {
            return (draws, position) -> below(space, draws, position, 0);
        }
        return (draws, position) -> {
            // A different draw decides than the one that chooses.
            boolean toHot = KeyedRandom.toUnit(bits(draws, position, 1)) < share;
            return toHot ? below(hot, draws, position, 0) : hot + below(space - hot, draws, position, 0);
        };
    }

    /** Returns a normal draw by Box and Muller 1958: the cosine form, one value of each pair. */
    private static KeyDraw gaussian(long space, double spread) {
        double middle = space / 2.0;
        return (draws, position) -> {
            for (int attempt = 0; attempt + 1 < ATTEMPTS; attempt += 2) {
                double radius = 1 - KeyedRandom.toUnit(bits(draws, position, attempt));
                double angle = KeyedRandom.toUnit(bits(draws, position, attempt + 1));
                double normal = Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
                double at = middle + spread * normal;
                if (at >= 0 && at < space) {
                    return (long) at;
                }
            }
            return (long) middle;
        };
    }

    private static KeyDraw zipf(Zipf zipf) {
        return (draws, position) -> {
            long rank = Zipf.REJECTED;
            for (int attempt = 0; attempt < ATTEMPTS && rank == Zipf.REJECTED; attempt++) {
                rank = zipf.rank(KeyedRandom.toUnit(bits(draws, position, attempt)));
            }
            return Math.max(0, rank - 1);
        };
    }
}
