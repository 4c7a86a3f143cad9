// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.command.RedisParameters.KeyChoice;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;

/** Parameters for tests, to be changed before {@link #build}. */
public final class TestParameters {
    /** Which client. */
    public Client client = Client.JEDIS;

    /** Number of keys. */
    public long keySpace = 1000;

    /** Choice of keys. */
    public KeyChoice keys = KeyChoice.UNIFORM;

    /** Exponent of a Zipf choice. */
    public double exponent = 0.99;

    /** Share of hot keys. */
    public double hotKeys = 20;

    /** Standard deviation of a Gaussian choice. */
    public double spread = 10;

    /** Sizes of values. */
    public Map<String, Double> sizes = Map.of("10-300", 1.0);

    /** Share of keys that are filled. */
    public double fill = 100;

    /** Kinds of keys that are filled. */
    public List<Family> kinds = List.of(Family.STRING);

    /** How thoroughly values are checked. */
    public Check check = Check.BYTES;

    /** Whether servers may evict keys. */
    public boolean eviction;

    /** Smallest share of values that must be found. */
    public double minHitRatio;

    /** Which of several servers. */
    public Routing routing = Routing.PER_USER;

    /** The prefix of keys. */
    public String prefix = "test:";

    /** The prefix whose foreign keys are adopted; empty for none. */
    public String adopt = "";

    /** The time to live of keys. */
    public Duration timeToLive = Duration.ZERO;

    /** The parameters. */
    public RedisParameters build() {
        return new RedisParameters(
                client,
                keySpace,
                keys,
                exponent,
                hotKeys,
                80,
                spread,
                sizes,
                4,
                3,
                prefix,
                fill,
                kinds,
                timeToLive,
                Duration.ofHours(1),
                check,
                eviction,
                minHitRatio,
                routing,
                Duration.ofSeconds(3),
                adopt);
    }
}
