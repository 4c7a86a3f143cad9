// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.testkit.UnscheduledUser;

/** Commands of scenarios are sent to a real server, and their replies are checked. */
@Timeout(60)
class CommandWorkloadTest {
    private static TestRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stop() throws Exception {
        redis.close();
    }

    @BeforeEach
    void empty() throws Exception {
        redis.execute("FLUSHALL");
    }

    @Test
    void commandsAreSentAndRepliesExtracted() throws Exception {
        String scenario = """
                data: { id: { sequence: 5 } }
                variables: { word: "a b" }
                start: [{ command: "SET started yes" }]
                steps:
                  - command: [HSET, "user:${id}", name, "${word}", note, '{"tags": ["x", "y"]}']
                    check: { value: 2 }
                  - command: HGETALL user:${id}
                    extract:
                      name: { at: name }
                      tag: { at: [3], json: "$.tags[1]" }
                      missing: { at: 9, default: nothing }
                    check: { length: 4 }
                  - pipeline:
                      - SET "k 1" "${name} ${tag} ${missing}"
                      - [GET, k 1]
                      - GET none
                    name: both
                    extract: { all: { at: 1, regex: "(y.*)" } }
                    check:
                      - { length: 3 }
                      - { at: 0, value: OK }
                      - { at: 1, value: contains a b, exists: true }
                      - { at: 2, exists: false, length: 0 }
                  - command: APPEND end ${all}
                    extract: size
                  - command: SETRANGE end ${size} !
                """;
        try (UnscheduledUser user = ScenarioUser.of(redis.address3(), scenario)) {
            assertThat(user.unit(0).values()).allMatch(Outcome.ok()::equals);
            assertThat(user.counted("commands")).isEqualTo(8);
            assertThat(user.counted("connections")).isEqualTo(1);
            assertThat(user.traceLines())
                    .contains("> HSET user:5 name \"a b\" note \"{\"tags\": [\"x\", \"y\"]}\"", "< 2", "name = a b")
                    .contains("all 6 checks passed", "< (none)");
        }
        assertThat(new CommandWorkload()
                        .define(ScenarioUser.parameters(scenario))
                        .checks())
                .hasSize(1);
        assertThat(redis.text("GET", "started")).isEqualTo("yes");
        assertThat(redis.text("GET", "end")).isEqualTo("y nothing!");
    }

    @Test
    void unexpectedRepliesHaveErrorClasses() throws Exception {
        redis.execute("SET", "text", "{\"n\": 1}");
        String scenario = """
                steps:
                  - { command: INCR text, name: type }
                  - { command: NOSUCH 1, name: unknown }
                  - { pipeline: [PING, LPUSH text 1], name: second }
                  - { pipeline: [MULTI, INCR text, EXEC], name: transaction }
                  - { command: GET text, name: value, check: { value: matches ^b } }
                  - { command: GET none, name: nothing, check: { value: x } }
                  - { command: GET none, name: exists, check: { exists: true } }
                  - { command: GET text, name: length, check: { length: ..3 } }
                  - { command: GET text, name: json, check: { json: { $.n: "> 1" } } }
                  - { command: GET none, name: extract, extract: x }
                  - { command: "SET y ${x}", name: use }
                  - { command: LPOP queue, name: queue, declined: { exists: false, reason: empty } }
                  - { command: LPOP text, name: refused, declined: { error: WRONGTYPE } }
                """;
        try (UnscheduledUser user = ScenarioUser.of(redis.address(), scenario)) {
            Map<String, String> reasons = user.unit(0).entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            each -> each.getValue().kind() + " "
                                    + each.getValue().reason()));
            assertThat(reasons)
                    .containsEntry("type", "ERROR err")
                    .containsEntry("unknown", "ERROR err")
                    .containsEntry("second", "ERROR wrongtype")
                    .containsEntry("transaction", "ERROR err")
                    .containsEntry("value", "ERROR check-value")
                    .containsEntry("nothing", "ERROR check-value")
                    .containsEntry("exists", "ERROR check-exists")
                    .containsEntry("length", "ERROR check-length")
                    .containsEntry("json", "ERROR check-json")
                    .containsEntry("extract", "ERROR extraction")
                    .containsEntry("use", "ERROR no-value")
                    .containsEntry("queue", "DECLINED empty")
                    .containsEntry("refused", "DECLINED refused");
        }
    }

    @Test
    void serverWideCommandsMustBeAllowed() throws Exception {
        String scenario = """
                steps:
                  - command: flushall
                  - pipeline: [GET a, CONFIG SET maxmemory 1]
                  - command: ["${x}", 1]
                    name: any
                  - command: EVAL "return 1" 0
                  - command: SUBSCRIBE news
                  - command: GET a
                    check: { length: word, lenght: 1 }
                    declined: { reason: "?" }
                """;
        CommandWorkload workload = new CommandWorkload();
        assertThat(workload.check(ScenarioUser.parameters(scenario, "config", "SUBSCRIBE")))
                .extracting(Finding::parameter)
                .containsExactlyInAnyOrder(
                        "scenario.steps[0].command",
                        "scenario.steps[2].command",
                        "scenario.steps[2].command",
                        "scenario.steps[3].command",
                        "scenario.steps[4].command",
                        "scenario.steps[5].check.lenght",
                        "scenario.steps[5].check.length",
                        "scenario.steps[5].declined",
                        "scenario.steps[5].declined.reason");

        String allowed = """
                steps:
                  - command: EVAL "return redis.call('INCR', KEYS[1])" 1 n
                    check: { value: 1 }
                """;
        try (UnscheduledUser user = ScenarioUser.of(redis.address(), allowed, "EVAL")) {
            assertThat(user.unit(0).values()).containsExactly(Outcome.ok());
        }
    }

    /** Endless and malformed replies. */
    @ParameterizedTest
    @ValueSource(strings = {"*1\r\n", "*-5\r\n", "$-5\r\n", "?\r\n", "%-3\r\n"})
    void hostileReplyClosesTheConnection(String reply) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (!server.isClosed()) {
                    try (Socket client = server.accept()) {
                        byte[] buffer = new byte[1_000];
                        int read = client.getInputStream().read(buffer);
                        client.getOutputStream().write("+PONG\r\n".getBytes(StandardCharsets.US_ASCII));
                        read += client.getInputStream().read(buffer);
                        byte[] answer = reply.repeat(200_000).getBytes(StandardCharsets.US_ASCII);
                        client.getOutputStream().write(answer, 0, read > 0 ? answer.length : 0);
                    } catch (IOException e) {
                        // The user has disconnected.
                    }
                }
            });
            InetSocketAddress endpoint = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            RedisAddress address = TestRedis.at(RedisAddress.Topology.SERVERS, List.of(endpoint), List.of(endpoint));
            try (UnscheduledUser user = ScenarioUser.of(address, "steps: [{ command: GET a }]")) {
                assertThat(user.unit(0).get("get-a"))
                        .matches(outcome ->
                                outcome.connectionLost() && outcome.reason().equals(RedisFailure.CONNECTION_LOST));
            }
        }
    }

    @Test
    void lostConnectionIsReportedAndReopened() throws Exception {
        String scenario = "steps: [{ command: CLIENT KILL TYPE normal SKIPME no, name: kill }, { command: PING }]";
        try (UnscheduledUser user = ScenarioUser.of(redis.address(), scenario, "CLIENT")) {
            Outcome lost = user.unit(0).get("ping");
            assertThat(lost.reason()).isEqualTo(RedisFailure.CONNECTION_LOST);
            assertThat(lost.connectionLost()).isTrue();
            user.connect();
            assertThat(user.unit(1)).containsEntry("kill", Outcome.ok());
        }
    }

    @Test
    void clusterCommandsAreRoutedByKey() throws Exception {
        List<TestRedis> nodes = TestRedis.cluster(3);
        String scenario = """
                data: { id: { sequence: 0 } }
                steps:
                  - { command: "SET key:${id} ${id}", check: { value: OK } }
                  - { command: "XADD stream:${id} 1-1 f v" }
                  - { command: "XREAD COUNT 1 STREAMS stream:${id} 0", check: { length: 1 } }
                  - { command: "OBJECT ENCODING key:${id}", check: { value: int } }
                  - { pipeline: [MULTI, "INCR {${id}}a", "INCR {${id}}b", EXEC], check: { at: [3, 1], value: 1 } }
                """;
        try (UnscheduledUser user = ScenarioUser.of(TestRedis.clusterAddress(nodes), scenario)) {
            for (int i = 0; i < 20; i++) {
                assertThat(user.unit(i).values()).allMatch(Outcome.ok()::equals);
            }
            assertThat(user.counted("redirects")).isZero();
        } finally {
            for (TestRedis node : nodes) {
                node.close();
            }
        }
    }
}
