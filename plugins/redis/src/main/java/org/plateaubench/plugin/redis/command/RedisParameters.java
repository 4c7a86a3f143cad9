// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Parameter;

public record RedisParameters(
        @Parameter(
                description = "Client for Redis: the library Jedis on threads, or a small event-loop client for the"
                        + " highest rates; both execute the same operations.",
                defaultValue = "jedis")
        Client client,

        @Parameter(
                description = "Number of keys of each kind that requests are drawn from.",
                defaultValue = "100000",
                unit = "keys",
                min = 1,
                max = 1e11)
        long keySpace,

        @Parameter(description = "How the key of a request is chosen from the key space.", defaultValue = "uniform")
        KeyChoice keys,

        @Parameter(
                description = "Exponent of 'keys: zipf': the key of rank r is requested in proportion to 1/r to"
                        + " this power.",
                defaultValue = "0.99",
                min = 0.01,
                max = 10)
        double zipfExponent,

        @Parameter(
                description = "Share of the key space that is hot with 'keys: hot-set'.",
                defaultValue = "20",
                unit = "%",
                min = 0,
                max = 100)
        double hotKeys,

        @Parameter(
                description = "Share of requests that go to the hot keys with 'keys: hot-set'.",
                defaultValue = "80",
                unit = "%",
                min = 0,
                max = 100)
        double hotRequests,

        @Parameter(
                description = "Standard deviation of 'keys: gaussian' around the middle of the key space, as a share"
                        + " of it.",
                defaultValue = "10",
                unit = "%",
                min = 0.0001,
                max = 1000)
        double gaussianSpread,

        @Parameter(
                description = "Sizes of values with their weights, each a size or a range of equally likely sizes,"
                        + " such as {16: 50, 100-1000: 50}; the size of a key's value never changes.",
                defaultValue = "{100: 1}",
                unit = "bytes",
                min = 0)
        Map<String, Double> valueSizes,

        @Parameter(
                description = "Number of keys of a 'mget' or 'mset'.",
                defaultValue = "10",
                unit = "keys",
                min = 1,
                max = 1000)
        int keysPerCommand,

        @Parameter(
                description = "Number of fields of a hash and members of a sorted set, and of elements of a list when"
                        + " it is filled and that 'lrange' asks for.",
                defaultValue = "10",
                unit = "elements",
                min = 1,
                max = 10_000)
        int elements,

        @Parameter(
                description = "Text with which every key begins; it distinguishes the data of the workload from"
                        + " other data.",
                defaultValue = "plateau:")
        String prefix,

        @Parameter(
                description = "Share of the key space that is filled before the load begins.",
                defaultValue = "100",
                unit = "%",
                min = 0,
                max = 100)
        double fill,

        @Parameter(
                description = "Kinds of keys that are filled: string, counter, hash, list, sorted-set.",
                defaultValue = "[string]")
        List<RedisOperation.Family> fillKinds,

        @Parameter(
                description = "Time to live that 'set' gives a key, 0ms for none; 1 ms and more otherwise.",
                defaultValue = "0ms")
        Duration timeToLive,

        @Parameter(
                description = "Time to live that 'expire' gives a key, in whole seconds.",
                defaultValue = "1h",
                min = 1000)
        Duration expireAfter,

        @Parameter(
                description = "What of a returned value is compared with the written one: nothing, its length and"
                        + " first 16 bytes, or all its bytes.",
                defaultValue = "start")
        Check check,

        @Parameter(
                description = "Whether servers may evict keys, so that values may be missing.",
                defaultValue = "false")
        boolean eviction,

        @Parameter(
                description = "Smallest share of requested values that must be found; below it the run fails. 0 for"
                        + " no bound.",
                defaultValue = "0",
                unit = "%",
                min = 0,
                max = 100)
        double minHitRatio,

        @Parameter(
                description = "Which of several servers executes a command: that of its user, assigned round robin,"
                        + " or that of its key, by consistent hashing; no effect on a cluster.",
                defaultValue = "per-user")
        Routing routing,

        @Parameter(
                description = "How long a connection may take to be ready.",
                defaultValue = "5s",
                min = 1,
                max = 600_000)
        Duration connectTimeout,

        @Parameter(
                description = "The prefix again, to treat present keys that begin with it as the workload's own"
                        + " although another client created them.",
                defaultValue = "")
        String adopt) {

    public RedisParameters {
        valueSizes = Map.copyOf(valueSizes);
        fillKinds = List.copyOf(fillKinds);
    }

    public FilledKeys filled() {
        return FilledKeys.share(keySpace, fill);
    }

    public enum Client {
        JEDIS,
        LOOP
    }

    public enum KeyChoice {
        UNIFORM,
        /** Key number r - 1 has rank r, and a probability proportional to a power of 1/r. */
        ZIPF,
        /** The first keys with a higher probability than the rest. */
        HOT_SET,
        GAUSSIAN,
        /** One after the other, each user or lane from a different start. */
        SEQUENTIAL
    }

    public enum Check {
        NONE(0),
        START(16),
        BYTES(Integer.MAX_VALUE);

        private final int bytes;

        Check(int bytes) {
            this.bytes = bytes;
        }

        int bytes() {
            return bytes;
        }
    }

    public enum Routing {
        PER_USER,
        HASH
    }

    /**
     * The filled keys of a key space: an evenly distributed share of it. The filled key with index i is floor(i N / n),
     * with N keys, n of them filled. Immutable.
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
}
