// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.TestParameters;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.WorkloadContext;

/** The data of a workload in real servers. */
class RedisDataSetTest {
    private static final List<TestRedis> SERVERS = new ArrayList<>();

    private final TestParameters parameters = new TestParameters();

    @BeforeAll
    static void startServers() throws Exception {
        for (int i = 0; i < 3; i++) {
            SERVERS.add(TestRedis.start());
        }
    }

    @AfterAll
    static void stopServers() throws Exception {
        for (TestRedis server : SERVERS) {
            server.close();
        }
    }

    @BeforeEach
    void empty() throws Exception {
        for (TestRedis server : SERVERS) {
            server.execute("FLUSHALL");
        }
    }

    private static TestRedis server() {
        return SERVERS.getFirst();
    }

    private RedisDataSet data(RedisAddress address, String workload) {
        return new RedisDataSet(
                new WorkloadContext<>(1, workload, parameters.build(), address.toSutAddress("cache"), 2, 42));
    }

    private RedisDataSet data() {
        return data(server().address(), "cache");
    }

    private static long keys(TestRedis server) throws Exception {
        return Long.parseLong(String.valueOf(server.execute("DBSIZE")));
    }

    private static List<String> problems(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(Finding::toString)
                .toList();
    }

    @Test
    void configuredShareOfEachTypeIsFilled() throws Exception {
        parameters.fill = 30;
        parameters.kinds = List.of(Family.values());
        List<Long> reported = new ArrayList<>();
        RedisDataSet data = data();
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
            synchronized (reported) {
                assertThat(total).isEqualTo(1500);
                reported.add(done);
            }
        });
        assertThat(keys(server())).isEqualTo(5 * 300 + 1);
        assertThat(reported).contains(1500L).allMatch(done -> done <= 1500);
        assertThat(data.verify()).isEmpty();
        assertThat(server().execute("HLEN", "test:h:000000000000")).isEqualTo(3L);
        assertThat(server().execute("LLEN", "test:l:000000000000")).isEqualTo(3L);
        assertThat(server().execute("ZCARD", "test:z:000000000000")).isEqualTo(3L);
        assertThat(server().execute("GET", "test:c:000000000000")).isEqualTo("1");
    }

    @Test
    void existingDataIsReusedOrReset() throws Exception {
        parameters.fill = 50;
        RedisDataSet data = data();
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        for (int key = 0; key < 1000; key++) {
            server().execute("SET", "test:s:%012d".formatted(key), "wrong");
        }
        server().execute("LPUSH", "test:l:000000000001", "left by a run");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(problems(data.verify())).singleElement().asString().contains("sampled values");
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        assertThat(keys(server())).isEqualTo(501);
    }

    @Test
    void foreignKeysAreKeptUnlessAdopted() throws Exception {
        server().execute("SET", "theirs", "1");
        server().execute("SET", "test:s:strange", "1");
        assertThat(problems(data().preflight(DataPolicy.REUSE)))
                .singleElement()
                .asString()
                .contains("test:s:strange");
        parameters.adopt = "test:";
        assertThat(problems(data().preflight(DataPolicy.REUSE))).isEmpty();
        data().prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(keys(server())).isEqualTo(1002);
        assertThat(server().execute("EXISTS", "test:s:strange")).isEqualTo(0L);
        data().clear(Progress.SILENT);
        assertThat(keys(server())).isEqualTo(1);
        assertThat(server().execute("GET", "theirs")).isEqualTo("1");
    }

    @Test
    void keysWithLongerPrefixAreKept() throws Exception {
        parameters.prefix = "test";
        data().prepare(DataPolicy.REUSE, Progress.SILENT);
        parameters.prefix = "test:";
        data(server().address(), "longer").prepare(DataPolicy.REUSE, Progress.SILENT);
        server().execute("SET", "tests", "of others");
        parameters.prefix = "test";
        data().prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(keys(server())).isEqualTo(1001 + 1001 + 1);
        data().clear(Progress.SILENT);
        assertThat(keys(server())).isEqualTo(1001 + 1);
        assertThat(server().execute("GET", "tests")).isEqualTo("of others");
    }

    /** Asserts that preflight, prepare and clear name the foreign keys and do not change them, with every policy. */
    private static void assertNamedAndKept(RedisDataSet data, Map<String, String> foreign, TestRedis... servers)
            throws Exception {
        Map<String, Object> before = dump(foreign.keySet(), servers);
        assertThat(before).hasSameSizeAs(foreign);
        for (DataPolicy policy : DataPolicy.values()) {
            assertThat(String.join(" ", problems(data.preflight(policy)))).contains(foreign.values());
            if (policy != DataPolicy.REUSE) {
                assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT))
                        .isInstanceOf(SutException.class)
                        .satisfies(refusal -> assertThat(refusal.getMessage()).contains(foreign.values()));
            }
        }
        try {
            data.clear(Progress.SILENT);
        } catch (SutException e) {
            assertThat(e.getMessage()).contains(foreign.values());
        }
        assertThat(dump(foreign.keySet(), servers)).isEqualTo(before);
    }

    private static Map<String, Object> dump(Set<String> keys, TestRedis... servers) throws Exception {
        Map<String, Object> dump = new TreeMap<>();
        for (TestRedis server : servers) {
            for (String key : keys) {
                try {
                    Object value = server.execute("DUMP", key);
                    if (value != null) {
                        dump.put(key, value);
                    }
                } catch (IOException e) {
                    assertThat(e).hasMessageStartingWith("MOVED"); // The key belongs to another node of the cluster.
                }
            }
        }
        return dump;
    }

    /** Stores a key with the form of the workload's keys, in a slot of this node, and returns the key. */
    private static String storeForeignKey(TestRedis node) throws Exception {
        for (int number = 0; ; number++) {
            String key = "test:s:%012d".formatted(number);
            try {
                node.execute("SET", key, "foreign");
                return key;
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith("MOVED");
            }
        }
    }

    private static Map<String, String> byName(String... keys) {
        return Stream.of(keys).collect(Collectors.toMap(key -> key, key -> key));
    }

    @Test
    void foreignKeysUnderPrefixAreNamedAndKept() throws Exception {
        server().execute("HSET", "test:s:000000000042", "colour", "blue");
        server().execute("HSET", "test:marker", "workload", "1/cache");
        server().execute("SET", "test:orders", "17");
        server().execute("SET", "test:2:s:000000000001", "of a longer prefix");
        assertNamedAndKept(
                data(), byName("test:s:000000000042", "test:marker", "test:orders", "test:2:s:000000000001"), server());
    }

    @Test
    void foreignKeysAmongOwnKeysAreNamedAndKept() throws Exception {
        data().prepare(DataPolicy.REUSE, Progress.SILENT);
        server().execute("DEL", "test:s:000000000042");
        server().execute("HSET", "test:s:000000000042", "colour", "blue");
        server().execute("SET", "test:l:000000000001", "not a list");
        server().execute("SET", "test:s:000000001000", "beyond the key space");
        assertNamedAndKept(
                data(), byName("test:s:000000000042", "test:l:000000000001", "test:s:000000001000"), server());
        parameters.adopt = "test:";
        data().prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(keys(server())).isEqualTo(1001);
    }

    @Test
    void adoptedPrefixExcludesKeysOfOtherWorkloads() throws Exception {
        parameters.prefix = "test:";
        data(server().address(), "longer").prepare(DataPolicy.REUSE, Progress.SILENT);
        parameters.prefix = "test";
        parameters.adopt = "test";
        assertNamedAndKept(data(), Map.of("test:s:000000000042", "1/longer (prefix test:)"), server());
    }

    @Test
    void markerIsCheckedOnEachServer() throws Exception {
        TestRedis second = SERVERS.get(1);
        TestRedis third = SERVERS.get(2);
        data().prepare(DataPolicy.REUSE, Progress.SILENT);
        data(second.address(), "other").prepare(DataPolicy.REUSE, Progress.SILENT);
        third.execute("SET", "test:s:000000000042", "foreign");
        Object otherValue = second.execute("DUMP", "test:s:000000000042");
        RedisDataSet three = data(TestRedis.serversAddress(SERVERS), "cache");
        assertThat(problems(three.preflight(DataPolicy.RELOAD)))
                .satisfiesExactly(
                        problem -> assertThat(problem).contains("1/other", ":" + second.port()),
                        problem -> assertThat(problem)
                                .contains("test:s:000000000042", ":" + third.port())
                                .doesNotContain(":" + server().port()));
        assertThatThrownBy(() -> three.prepare(DataPolicy.RELOAD, Progress.SILENT))
                .hasMessageContaining(":" + second.port());
        three.clear(Progress.SILENT);
        assertThat(keys(server())).isZero();
        assertThat(keys(second)).isEqualTo(1001);
        assertThat(second.execute("DUMP", "test:s:000000000042")).isEqualTo(otherValue);
        assertThat(third.execute("GET", "test:s:000000000042")).isEqualTo("foreign");
    }

    /** The servers behind a proxy are unknown, so their keys cannot be listed. */
    @Test
    void unadoptedPrefixBehindProxyIsRefused() throws Exception {
        server().execute("SET", "test:s:000000000042", "foreign");
        List<InetSocketAddress> nodes = server().address().nodes();
        RedisAddress proxy = TestRedis.at(Topology.PROXY, nodes, List.of());
        assertThat(problems(data(proxy, "cache").preflight(DataPolicy.REUSE)))
                .singleElement()
                .asString()
                .contains("'servers'", "adopt: \"test:\"");
        assertThatThrownBy(() -> data(proxy, "cache").prepare(DataPolicy.REUSE, Progress.SILENT))
                .hasMessageContaining("adopt: \"test:\"");
        assertThat(server().execute("GET", "test:s:000000000042")).isEqualTo("foreign");
        parameters.adopt = "test:";
        data(proxy, "cache").prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(keys(server())).isEqualTo(1001);
    }

    @Test
    void serverListedTwiceIsRefused() throws Exception {
        String port = ":" + server().port();
        RedisAddress twice = at(RedisAddress.endpoints("127.0.0.1" + port + ",localhost" + port));
        assertThat(problems(data(twice, "cache").preflight(DataPolicy.REUSE)))
                .singleElement()
                .asString()
                .contains("127.0.0.1" + port, "localhost" + port, "the same server");
    }

    /** The hash ring depends on the server names: after a rename, keys would be looked for on the wrong servers. */
    @Test
    void hashedDataIsNotReusedAfterServerRename() throws Exception {
        parameters.routing = Routing.HASH;
        RedisAddress address = TestRedis.serversAddress(SERVERS);
        data(address, "cache").prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(problems(data(at(address.nodes().reversed()), "cache").preflight(DataPolicy.REUSE)))
                .isEmpty();
        List<InetSocketAddress> renamed = new ArrayList<>(address.nodes());
        renamed.set(0, InetSocketAddress.createUnresolved("localhost", server().port()));
        assertThat(problems(data(at(renamed), "cache").preflight(DataPolicy.REUSE)))
                .singleElement()
                .asString()
                .contains("localhost", "and 2 more", "data: reload");
    }

    private static RedisAddress at(List<InetSocketAddress> servers) {
        return TestRedis.at(server().address().topology(), servers, servers);
    }

    @Test
    void interruptedFillIsRepeated() throws Exception {
        parameters.kinds = List.of(Family.LIST);
        RedisDataSet data = data();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, Progress.SILENT))
                .isInstanceOf(InterruptedException.class);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(keys(server())).isEqualTo(1001);
        assertThat(server().execute("LLEN", "test:l:000000000999")).isEqualTo(3L);
    }

    @Test
    void serversHoldAllKeysOrHashedShare() throws Exception {
        RedisAddress three = TestRedis.serversAddress(SERVERS);
        data(three, "cache").prepare(DataPolicy.REUSE, Progress.SILENT);
        for (TestRedis server : SERVERS) {
            assertThat(keys(server)).isEqualTo(1001);
        }
        parameters.routing = Routing.HASH;
        RedisDataSet hashed = data(three, "cache");
        hashed.prepare(DataPolicy.RELOAD, Progress.SILENT);
        long sum = 0;
        for (TestRedis server : SERVERS) {
            assertThat(keys(server)).isBetween(150L, 600L);
            sum += keys(server) - 1;
        }
        assertThat(sum).isEqualTo(1000);
        assertThat(hashed.verify()).isEmpty();
    }

    @Test
    void clusterIsFilledAndCleared() throws Exception {
        List<TestRedis> nodes = TestRedis.cluster(3);
        try {
            RedisDataSet data = data(TestRedis.clusterAddress(nodes.subList(0, 1)), "cache");
            assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
            TestRedis[] all = nodes.toArray(TestRedis[]::new);
            List<String> foreign = new ArrayList<>();
            for (TestRedis node : all) {
                foreign.add(storeForeignKey(node));
            }
            assertNamedAndKept(data, byName(foreign.toArray(String[]::new)), all);
            for (TestRedis node : all) {
                node.execute("FLUSHALL");
            }
            data.prepare(DataPolicy.REUSE, Progress.SILENT);
            assertThat(data.verify()).isEmpty();
            assertThat(keys(nodes.get(0)) + keys(nodes.get(1)) + keys(nodes.get(2)))
                    .isEqualTo(1001);
            data.clear(Progress.SILENT);
            assertThat(keys(nodes.get(0)) + keys(nodes.get(1)) + keys(nodes.get(2)))
                    .isZero();
        } finally {
            for (TestRedis node : nodes) {
                node.close();
            }
        }
    }

    @Test
    void preflightReportsMemoryPasswordAndConnectionProblems() throws Exception {
        parameters.sizes = Map.of("10000", 1.0);
        try (TestRedis closed = TestRedis.withPassword("secret", "maxmemory 4mb")) {
            assertThat(problems(data(closed.address(), "cache").preflight(DataPolicy.REUSE)))
                    .singleElement()
                    .asString()
                    .contains("memory", "4 MiB", "keySpace");
            RedisAddress wrong = TestRedis.with(closed.address(), "", "guess", 0, 2);
            assertThat(problems(data(wrong, "cache").preflight(DataPolicy.REUSE)))
                    .singleElement()
                    .asString()
                    .contains("WRONGPASS", "'password'")
                    .doesNotContain("guess");
            closed.stop();
            assertThat(problems(data(closed.address(), "cache").preflight(DataPolicy.REUSE)))
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1:" + closed.port(), "Make sure that it runs");
        }
    }
}
