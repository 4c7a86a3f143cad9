// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.service.TestRedis;

/**
 * The settings of a client under test.
 *
 * @param address address of the servers
 * @param sizes sizes of values
 * @param check how thoroughly values are checked
 * @param routing how a server is selected if there are several
 * @param patience how long connecting may take
 */
record TestSetting(RedisAddress address, Map<String, Double> sizes, Check check, Routing routing, Duration patience) {
    /** The seed of values and draws. */
    static final long SEED = 42;

    /** The default value sizes. */
    static final Map<String, Double> SIZES = Map.of("10-300", 1.0);

    /** Number of fields, members or elements of a key. */
    static final int ELEMENTS = 3;

    /** Number of keys of a command with several keys. */
    static final int KEYS = 4;

    /** The default setting: values of 10 to 300 bytes, every byte of which is checked. */
    static TestSetting at(RedisAddress address) {
        return new TestSetting(address, SIZES, Check.BYTES, Routing.PER_USER, Duration.ofSeconds(3));
    }

    TestSetting withSizes(String sizes) {
        return new TestSetting(address, Map.of(sizes, 1.0), check, routing, patience);
    }

    TestSetting with(Check check) {
        return new TestSetting(address, sizes, check, routing, patience);
    }

    TestSetting with(Routing routing) {
        return new TestSetting(address, sizes, check, routing, patience);
    }

    TestSetting with(Duration patience) {
        return new TestSetting(address, sizes, check, routing, patience);
    }

    TestSetting at3() {
        return new TestSetting(
                TestRedis.with(address, address.user(), address.password(), address.database(), 3),
                sizes,
                check,
                routing,
                patience);
    }

    /** Returns this setting as parameters of the workload with Jedis. */
    RedisParameters parameters() {
        return parameters(RedisParameters.Client.JEDIS);
    }

    /** Returns this setting as parameters of the workload. */
    RedisParameters parameters(RedisParameters.Client client) {
        return new RedisParameters(
                client,
                1_000_000,
                RedisParameters.KeyChoice.SEQUENTIAL,
                1,
                20,
                80,
                10,
                sizes,
                KEYS,
                ELEMENTS,
                "test:",
                100,
                List.of(),
                Duration.ZERO,
                Duration.ofHours(1),
                check,
                false,
                0,
                routing,
                patience,
                "");
    }
}
