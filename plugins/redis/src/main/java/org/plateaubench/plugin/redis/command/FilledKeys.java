// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The filled keys of a key space: an evenly distributed share of it. The filled key with index i is floor(i N / n),
 * with N keys of which n are filled. Immutable.
 */
public record FilledKeys(long space, long count) {
    /** Returns a share in percent of a key space, rounded to the nearest number of keys. */
    public static FilledKeys share(long space, double percent) {
        long count = BigDecimal.valueOf(percent)
                .multiply(BigDecimal.valueOf(space))
                .divide(BigDecimal.valueOf(100), 0, RoundingMode.HALF_UP)
                .longValueExact();
        return new FilledKeys(space, count);
    }

    public long key(long index) {
        return quotient(index, space, count);
    }

    public boolean contains(long key) {
        if (count == 0) {
            return false;
        }
        // The first i with i N >= key n; the key is filled if i N / n rounded down equals it.
        long index = quotient(key, count, space);
        while (index < count && key(index) < key) {
            index++;
        }
        return index < count && key(index) == key;
    }

    /** Returns floor(a b / c), whose product may be too large for a long. */
    private static long quotient(long a, long b, long c) {
        if (Math.multiplyHigh(a, b) == 0 && a * b >= 0) {
            return a * b / c;
        }
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .divide(BigInteger.valueOf(c))
                .longValueExact();
    }
}
