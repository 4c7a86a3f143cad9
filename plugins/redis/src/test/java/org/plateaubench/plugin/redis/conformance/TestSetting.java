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
 * The server and the parameters of a client in a test.
 *
 * @param address servers and credentials
 * @param sizes sizes of values
 * @param check how thoroughly values are checked
 * @param routing how a key or a user is assigned to one of several servers
 * @param connectTimeout connect timeout
 */
record TestSetting(
        RedisAddress address, Map<String, Double> sizes, Check check, Routing routing, Duration connectTimeout) {
    /** The seed from which values and draws are derived. */
    static final long SEED = 42;

    /** Default sizes of values. */
    static final Map<String, Double> SIZES = Map.of("10-300", 1.0);

    /** Number of fields, members or elements of a key. */
    static final int ELEMENTS = 3;

    /** Number of keys of a multi-key command. */
    static final int KEYS = 4;

    /** Values of 10 to 300 bytes; every byte is checked. */
    static TestSetting at(RedisAddress address) {
        return new TestSetting(address, SIZES, Check.BYTES, Routing.PER_USER, Duration.ofSeconds(3));
    }

    TestSetting withSizes(String sizes) {
        return new TestSetting(address, Map.of(sizes, 1.0), check, routing, connectTimeout);
    }

    TestSetting with(Check check) {
        return new TestSetting(address, sizes, check, routing, connectTimeout);
    }

    TestSetting with(Routing routing) {
        return new TestSetting(address, sizes, check, routing, connectTimeout);
    }

    TestSetting withProtocol3() {
        return new TestSetting(
                TestRedis.with(address, address.user(), address.password(), address.database(), 3),
                sizes,
                check,
                routing,
                connectTimeout);
    }

    /** Returns these settings as parameters of the workload. */
    RedisParameters parameters() {
        return new RedisParameters(
                RedisParameters.Client.JEDIS,
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
                connectTimeout,
                "");
    }
}
