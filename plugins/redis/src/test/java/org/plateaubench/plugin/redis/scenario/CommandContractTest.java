// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The workload keeps the contract of every workload, on a real server. */
class CommandContractTest extends WorkloadContract<ScenarioParameters> {
    private static TestRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stop() throws Exception {
        redis.close();
    }

    @Override
    protected Workload<ScenarioParameters> workload() {
        return new CommandWorkload();
    }

    @Override
    protected ScenarioParameters parameters() {
        return ScenarioUser.parameters("""
                data: { id: { zipf: 1..100 } }
                steps:
                  - command: SET key:${id} ${id}
                  - command: GET key:${id}
                    check: { value: "${id}" }
                  - pipeline: ["INCR n:${id}", "EXPIRE n:${id} 100"]
                """);
    }

    @Override
    protected SutAddress sut() {
        return redis.place().address("cache");
    }

    @Override
    protected long openResources() throws Exception {
        return redis.info("connected_clients");
    }

    @Override
    protected AutoCloseable stallSut() throws Exception {
        redis.freeze();
        return redis::thaw;
    }
}
