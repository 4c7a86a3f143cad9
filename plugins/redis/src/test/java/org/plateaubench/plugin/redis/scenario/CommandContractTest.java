// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.scenario.CommandWorkload.ScenarioParameters;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of workloads, on a real server. */
class CommandContractTest extends WorkloadContract<ScenarioParameters> {
    private static TestRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start();
        redis.execute("SET", "price", "12");
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
                  - command: GET price
                    name: price
                    check: { value: 12 }
                  - pipeline: ["INCR n:${id}", "EXPIRE n:${id} 100"]
                """);
    }

    @Override
    protected SutAddress sut() {
        return redis.address().toSutAddress("cache");
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return List.of(
                new WrongAnswers("price", Fault.WRONG_IDENTITY, () -> plant("SET", "price", "13")),
                new WrongAnswers("price", Fault.EMPTY, () -> plant("DEL", "price")));
    }

    private static AutoCloseable plant(String command, String... arguments) throws IOException {
        redis.execute(command, arguments);
        return () -> redis.execute("SET", "price", "12");
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
