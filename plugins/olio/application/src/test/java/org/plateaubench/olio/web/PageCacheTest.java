// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.plateaubench.olio.web.PageCache.Made;

final class PageCacheTest {
    private static final Duration LIFETIME = Duration.ofMinutes(5);

    private Instant now = Instant.parse("2026-11-21T18:00:00Z");
    private final InstantSource clock = () -> now;
    private final PageCache<String> cache = new PageCache<>(3, LIFETIME, clock);
    private int made;

    @Test
    void whatIsKeptIsNotMadeAgainUntilItsTimeIsOver() {
        assertThat(next("a")).isEqualTo("1");
        assertThat(next("a")).isEqualTo("1");
        now = now.plus(LIFETIME).minusMillis(1);
        assertThat(next("a")).isEqualTo("1");
        now = now.plusMillis(1);
        assertThat(next("a")).isEqualTo("2");
    }

    @Test
    void whatStopsBeingTrueByItselfIsKeptNoLonger() {
        Instant soon = now.plusSeconds(10);
        cache.of("a", () -> new Made<>("first", soon));
        now = soon;
        assertThat(next("a")).isEqualTo("1");
    }

    @Test
    void whatWasUsedLongestAgoGivesWay() {
        next("a");
        next("b");
        next("c");
        next("a");
        next("d");
        assertThat(cache.size()).isEqualTo(3);
        assertThat(next("a")).isEqualTo("1");
        assertThat(next("b")).isEqualTo("5");
    }

    @Test
    void whatIsMadeWhileTheDataChangesIsNotKept() {
        String old = cache.of("a", () -> {
            cache.invalidate();
            return new Made<>("old", null);
        });
        assertThat(old).isEqualTo("old");
        assertThat(cache.size()).isZero();
        assertThat(next("a")).isEqualTo("1");
        cache.invalidate();
        assertThat(next("a")).isEqualTo("2");
    }

    private String next(String key) {
        return cache.of(key, () -> new Made<>(Integer.toString(++made), null));
    }
}
