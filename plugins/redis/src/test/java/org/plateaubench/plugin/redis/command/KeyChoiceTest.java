// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.redis.command.RedisParameters.FilledKeys;
import org.plateaubench.plugin.redis.command.RedisParameters.KeyChoice;
import org.plateaubench.plugin.redis.command.UserCommands.KeyDraw;
import org.plateaubench.testkit.SingleCall;

/**
 * Compares each key distribution with its theory by counts in 100 bins, with a chi-square bound of one in a million.
 */
class KeyChoiceTest {
    private static final int DRAWS = 200_000;
    private static final int BINS = 100;
    /** 99 degrees of freedom: mean 99, standard deviation 14; a correct choice exceeds this once in a million. */
    private static final double BOUND = 177;

    private final TestParameters parameters = new TestParameters();

    /** Compares draws with a distribution, in bins of nearly equal probability whose edges are numbers of keys. */
    private void assertDistribution(LongToDoubleFunction shareBelow, long space) {
        long[] edges = new long[BINS + 1];
        edges[BINS] = space;
        for (int bin = 1; bin < BINS; bin++) {
            long low = edges[bin - 1];
            long high = space;
            while (low < high) {
                long middle = (low + high) >>> 1;
                if (shareBelow.applyAsDouble(middle) < (double) bin / BINS) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            edges[bin] = low;
        }
        long[] counts = new long[BINS];
        KeyDraw draw = KeyDraw.of(parameters.build());
        for (int i = 0; i < DRAWS; i++) {
            long key = draw.key(Draws.of(KeyedRandom.key(7, i)), i % 3);
            assertThat(key).isBetween(0L, space - 1);
            int bin = 0;
            while (key >= edges[bin + 1]) {
                bin++;
            }
            counts[bin]++;
        }
        double distance = 0;
        for (int bin = 0; bin < BINS; bin++) {
            double expected = DRAWS * (shareBelow.applyAsDouble(edges[bin + 1]) - shareBelow.applyAsDouble(edges[bin]));
            if (edges[bin + 1] > edges[bin]) {
                distance += (counts[bin] - expected) * (counts[bin] - expected) / expected;
            } else {
                assertThat(counts[bin]).isZero();
            }
        }
        assertThat(distance).isLessThan(BOUND);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 1_000, 100_000_000_000L})
    void uniformKeysAreEquallyLikely(long space) {
        parameters.keySpace = space;
        assertDistribution(keys -> (double) keys / space, space);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.99, 1, 1.0000001, 1.5, 4})
    void zipfKeysFollowThePowerOfTheRank(double exponent) {
        int space = 5_000;
        parameters.keySpace = space;
        parameters.keys = KeyChoice.ZIPF;
        parameters.exponent = exponent;
        double[] below = new double[space + 1];
        for (int rank = 1; rank <= space; rank++) {
            below[rank] = below[rank - 1] + Math.pow(rank, -exponent);
        }
        assertDistribution(keys -> below[(int) keys] / below[space], space);
    }

    /** H(n), the sum of 1/r up to n, is log n + 0.5772... + 1/2n - 1/12n^2 (Euler and Maclaurin). */
    private static double harmonic(double n) {
        double sum = 0;
        for (int rank = 1; rank <= Math.min(n, 20); rank++) {
            sum += 1.0 / rank;
        }
        return n <= 20 ? sum : Math.log(n) + 0.577_215_664_901_532_9 + 1 / (2 * n) - 1 / (12 * n * n);
    }

    @Test
    void zipfKeysMatchDistribution() {
        long space = 100_000_000_000L;
        parameters.keySpace = space;
        parameters.keys = KeyChoice.ZIPF;
        parameters.exponent = 1;
        assertDistribution(keys -> harmonic((double) keys) / harmonic((double) space), space);
    }

    @Test
    void hotSetTakesConfiguredShareOfRequests() {
        parameters.keys = KeyChoice.HOT_SET;
        parameters.keySpace = 10_000;
        assertDistribution(keys -> keys <= 2_000 ? 0.8 * keys / 2_000 : 0.8 + 0.2 * (keys - 2_000) / 8_000, 10_000);
    }

    @Test
    void gaussianKeysMatchTruncatedNormal() {
        parameters.keys = KeyChoice.GAUSSIAN;
        parameters.keySpace = 1_000_000;
        parameters.spread = 40;
        double cut = normal(0.5 / 0.4) - normal(-0.5 / 0.4);
        assertDistribution(keys -> (normal((keys / 1e6 - 0.5) / 0.4) - normal(-0.5 / 0.4)) / cut, 1_000_000);
    }

    /** The normal distribution by its series (Marsaglia 2004), good to 1e-15 for arguments of a few units. */
    private static double normal(double x) {
        double sum = x;
        double term = x;
        for (int i = 3; Math.abs(term) > 1e-17; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    @Test
    void sequentialKeysStartApartPerUser() {
        parameters.keys = KeyChoice.SEQUENTIAL;
        parameters.keySpace = 1_000;
        UserCommands.Shared source = new UserCommands.Shared(parameters.build(), 42, 1);
        RedisRequest request = new RedisRequest();
        Set<Long> starts = new HashSet<>();
        for (int user = 0; user < 10; user++) {
            long before = -1;
            Set<Long> seen = new HashSet<>();
            for (int unit = 0; unit < 1_000; unit++) {
                source.fill(new Call(RedisOperation.GET, user, unit), request);
                if (unit == 0) {
                    starts.add(request.key(0) / 50);
                } else {
                    assertThat(request.key(0)).isEqualTo((before + 1) % 1_000);
                }
                before = request.key(0);
                seen.add(before);
            }
            assertThat(seen).hasSize(1_000);
        }
        assertThat(starts)
                .as("twentieths of the key space in which ten users begin")
                .hasSizeGreaterThan(7);
    }

    @Test
    void sameDrawsGiveSameRequest() {
        UserCommands.Shared source = new UserCommands.Shared(parameters.build(), 42, 1);
        for (RedisOperation operation : RedisOperation.ALL) {
            RedisRequest first = new RedisRequest();
            RedisRequest second = new RedisRequest();
            second.set(RedisOperation.MGET, 9);
            source.fill(new Call(operation, 3, 99), first);
            source.fill(new Call(operation, 3, 99), second);
            assertThat(second.operation()).isEqualTo(operation);
            assertThat(second.keyCount()).isEqualTo(first.keyCount());
            assertThat(second.element()).isEqualTo(first.element());
            for (int i = 0; i < first.keyCount(); i++) {
                assertThat(second.key(i)).isEqualTo(first.key(i));
            }
        }
    }

    /** A call of a user. */
    private record Call(RedisOperation redisOperation, int sequence, long unitNumber) implements SingleCall {
        @Override
        public int operation() {
            return RedisOperation.ALL.indexOf(redisOperation);
        }

        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(sequence, unitNumber));
        }
    }

    @Test
    void filledKeysMatchConfiguredShare() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            long space = 1L + random.nextInt(2_000);
            FilledKeys filled = FilledKeys.share(space, random.nextInt(10_001) / 100.0);
            Set<Long> keys = new HashSet<>();
            for (long i = 0; i < filled.count(); i++) {
                keys.add(filled.key(i));
            }
            assertThat(keys).hasSize((int) filled.count());
            for (long key = 0; key < space; key++) {
                assertThat(filled.contains(key)).isEqualTo(keys.contains(key));
            }
        }
    }

    @Test
    void hundredBillionKeysDoNotOverflow() {
        FilledKeys filled = FilledKeys.share(100_000_000_000L, 99.9);
        assertThat(filled.count()).isEqualTo(99_900_000_000L);
        long last = filled.key(filled.count() - 1);
        assertThat(last).isBetween(99_999_999_990L, 99_999_999_999L);
        assertThat(filled.contains(last)).isTrue();
        assertThat(FilledKeys.share(100_000_000_000L, 0).contains(0)).isFalse();
        assertThat(FilledKeys.share(100_000_000_000L, 100).contains(99_999_999_999L))
                .isTrue();
    }
}
