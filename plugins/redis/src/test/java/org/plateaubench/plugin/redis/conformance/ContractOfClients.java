// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.RedisPlugin;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of every workload, to be kept with each client. */
abstract class ContractOfClients extends WorkloadContract<RedisParameters> {
    private static TestRedis redis;

    private final Client client;

    ContractOfClients(Client client) {
        this.client = client;
    }

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start();
    }

    /** The server notices a moment later that the clients of the test before have gone. */
    @BeforeEach
    void nobodyIsThere() throws IOException {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (openResources() > 1) {
            assertThat(System.nanoTime())
                    .as("clients of the test before leave in time")
                    .isLessThan(deadlineNanos);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        redis.close();
    }

    @Override
    @SuppressWarnings("unchecked") // The plugin has one workload, of these parameters.
    protected Workload<RedisParameters> workload() {
        return (Workload<RedisParameters>) new RedisPlugin().workloads().getFirst();
    }

    @Override
    protected RedisParameters parameters() {
        return TestSetting.at(redis.place()).parameters(client);
    }

    @Override
    protected SutAddress sut() {
        return redis.place().address("cache");
    }

    @Override
    protected Duration duration() {
        return Duration.ofMillis(1_500);
    }

    /** Its connections, the one that asks among them. */
    @Override
    protected long openResources() throws IOException {
        return redis.info("connected_clients");
    }

    @Override
    protected AutoCloseable stallSut() throws Exception {
        redis.freeze();
        return redis::thaw;
    }
}
