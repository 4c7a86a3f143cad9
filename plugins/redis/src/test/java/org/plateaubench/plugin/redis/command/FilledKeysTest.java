// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.redis.command.RedisParameters.FilledKeys;

class FilledKeysTest {
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
