// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.plateaubench.api.Answers;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.RedisPlugin;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.command.TestParameters;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.WorkloadCheck;
import org.plateaubench.testkit.WorkloadContract;

/** Checks the contract of workloads with one client. */
abstract class ClientContract extends WorkloadContract<RedisParameters> {
    private static final int KEYS = 20;

    private static TestRedis redis;

    private final Client client;

    ClientContract(Client client) {
        this.client = client;
    }

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start();
    }

    private void fill() throws Exception {
        workload()
                .dataSet(new WorkloadContext<>(1, "redis", parameters(), sut(), 1, WorkloadCheck.DATA_SEED))
                .prepare(DataPolicy.RELOAD, Progress.SILENT);
    }

    /** Also waits until the server has noticed that the clients of the previous test have disconnected. */
    @BeforeEach
    void restoreKeys() throws Exception {
        fill();
        Deadline.until("clients of the previous test have disconnected", () -> openResources() <= 1);
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
        TestParameters parameters = new TestParameters();
        parameters.keySpace = KEYS;
        parameters.kinds = List.of(Family.STRING, Family.HASH, Family.LIST, Family.SORTED_SET);
        parameters.client = client;
        return parameters.build();
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        List<OperationDefinition> operations = workload().define(parameters()).operations();
        List<WrongAnswers> wrong = new ArrayList<>();
        for (RedisOperation operation : RedisOperation.ALL) {
            Answers answers = operations.get(operation.ordinal()).answers();
            if (!answers.identity().isEmpty()) {
                wrong.add(new WrongAnswers(operation.word(), Fault.WRONG_IDENTITY, this::foreign));
            }
            if (!answers.identity().isEmpty() && operation.family() != Family.LIST) {
                wrong.add(new WrongAnswers(operation.word(), Fault.EMPTY, () -> {
                    redis.execute("FLUSHALL");
                    return this::fill;
                }));
            }
            if (!answers.version().isEmpty()) {
                wrong.add(new WrongAnswers(operation.word(), Fault.OUTDATED, this::outdated));
            }
        }
        return wrong;
    }

    /** Gives every key the content of another key, and sorted sets the order of another one. */
    private AutoCloseable foreign() throws IOException {
        for (int i = 0; i < KEYS; i++) {
            String number = ":%012d".formatted(i);
            redis.execute("SET", "test:s" + number, "foreign");
            redis.execute("DEL", "test:l" + number);
            redis.execute("RPUSH", "test:l" + number, "foreign", "foreign", "foreign", "foreign", "foreign");
            for (int element = 0; element < 3; element++) {
                String name = "e%06d".formatted(element);
                redis.execute("HSET", "test:h" + number, name, "foreign");
                redis.execute("ZADD", "test:z" + number, Integer.toString(9 - element), name);
            }
        }
        return this::fill;
    }

    /** Resets the counters repeatedly. */
    private AutoCloseable outdated() {
        AtomicBoolean isResetting = new AtomicBoolean(true);
        Thread thread = Thread.ofPlatform().start(() -> {
            for (int i = 0; isResetting.get(); i = (i + 1) % KEYS) {
                try {
                    redis.execute("SET", "test:c:%012d".formatted(i), "0");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        return () -> {
            isResetting.set(false);
            thread.join();
            fill();
        };
    }

    @Override
    protected SutAddress sut() {
        return redis.address().toSutAddress("cache");
    }

    @Override
    protected Duration duration() {
        return Duration.ofMillis(1_500);
    }

    /** The open connections, including the one of this query. */
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
