// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.plugin.redis.service.TestRedis;

/** One server: what the event-loop client sends and takes. */
class LoopClientTest {
    private static final int DEPTH = 40;

    private static TestRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.withTls();
    }

    @AfterAll
    static void stop() throws Exception {
        redis.close();
    }

    @BeforeEach
    void empty() throws IOException {
        redis.ask("FLUSHALL");
    }

    @ParameterizedTest
    @EnumSource(RedisOperation.class)
    void everyOperationSucceedsInAPipelineByBothProtocols(RedisOperation operation) throws Exception {
        for (RedisAddress place : List.of(redis.place(), redis.place3())) {
            try (LoopRig rig = new LoopRig(place, 100)) {
                assertThat(rig.connect()).isEqualTo(Outcome.ok());
                for (int round = 0; round < 2; round++) {
                    assertThat(rig.start(operation, 0, DEPTH).outcomes()).isEqualTo(Map.of("ok", DEPTH));
                }
            }
        }
        // The server has seen what was sent, and nothing else of the kind.
        assertThat(redis.info("total_error_replies")).isZero();
    }

    @Test
    void whatIsReadIsHeldAgainstWhatWasWritten() throws Exception {
        try (LoopRig rig = new LoopRig(redis.place(), 100)) {
            rig.connect();
            rig.start(RedisOperation.SET, 0, 10).outcomes();
            redis.ask("SET", "plateau:s:000000000003", "another value");
            redis.ask("DEL", "plateau:s:000000000004");
            assertThat(rig.start(RedisOperation.GET, 0, 10).outcomes()).isEqualTo(Map.of("ok", 9, "wrong-value", 1));
            assertThat(rig.counted(RedisMeasure.HITS)).isEqualTo(8);
            assertThat(rig.counted(RedisMeasure.MISSES)).isEqualTo(1);
        }
    }

    @Test
    void anErrorInAPipelineIsThatOfItsOwnCommand() throws Exception {
        try (LoopRig rig = new LoopRig(redis.place(), 100)) {
            rig.connect();
            redis.ask("RPUSH", "plateau:s:000000000003", "an element");
            assertThat(rig.start(RedisOperation.GET, 0, DEPTH).outcomes())
                    .isEqualTo(Map.of("ok", DEPTH - 1, "wrongtype", 1));
            assertThat(rig.start(RedisOperation.SET, 0, DEPTH).outcomes()).isEqualTo(Map.of("ok", DEPTH));
        }
    }

    /** Neither what is sent nor what comes back fits into the buffers of the sockets. */
    @Test
    void largeValuesLeaveAndComeInPieces() throws Exception {
        for (RedisAddress place : List.of(redis.place(), redis.tlsPlace())) {
            try (LoopRig rig = new LoopRig(place, 1_500_000)) {
                assertThat(rig.connect()).isEqualTo(Outcome.ok());
                assertThat(rig.start(RedisOperation.SET, 0, 12)
                                .start(RedisOperation.GET, 0, 12)
                                .outcomes())
                        .isEqualTo(Map.of("ok", 24));
                assertThat(rig.counted(RedisMeasure.HITS)).isEqualTo(12);
            }
        }
    }

    /** The server of this test is none: it says what a real one says to whom has asked to be told of changes. */
    @Test
    void whatComesUnaskedInPiecesIsNoReply() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LoopRig rig = new LoopRig(at(listening.getLocalPort()), 100)) {
            CompletableFuture<Void> server = CompletableFuture.runAsync(() -> answer(
                    listening, "+PONG\r\n>2\r\n$3\r\nab", "c\r\n:1\r\n$-1\r\n>3\r\n:1\r\n:2\r\n:3\r\n", "$-1\r\n"));
            assertThat(rig.connect()).isEqualTo(Outcome.ok());
            assertThat(rig.start(RedisOperation.GET, 0, 1).outcomes()).isEqualTo(Map.of("ok", 1));
            assertThat(rig.start(RedisOperation.GET, 0, 1).outcomes()).isEqualTo(Map.of("ok", 1));
            assertThat(rig.counted(RedisMeasure.MISSES)).isEqualTo(2);
            server.get(60, TimeUnit.SECONDS);
        }
    }

    private static RedisAddress at(int port) {
        List<InetSocketAddress> nodes = RedisAddress.endpoints("127.0.0.1:" + port);
        return new RedisAddress(nodes, nodes, redis.place().topology(), "", "", false, "", 0, 2);
    }

    /** Says one text after each thing it is told. */
    private static void answer(ServerSocket listening, String... texts) {
        try (Socket client = listening.accept()) {
            for (String text : texts) {
                if (client.getInputStream().read(new byte[1000]) > 0) {
                    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void manySmallCommandsGoByTls() throws Exception {
        try (LoopRig rig = new LoopRig(redis.tlsPlace(), 100)) {
            assertThat(rig.connect()).isEqualTo(Outcome.ok());
            assertThat(rig.start(RedisOperation.SET, 0, 2_000)
                            .start(RedisOperation.GET, 0, 2_000)
                            .outcomes())
                    .isEqualTo(Map.of("ok", 4_000));
        }
    }

    @Test
    void aCertificateThatNobodyTrustsIsRefused() throws Exception {
        RedisAddress known = redis.tlsPlace();
        RedisAddress untrusted = new RedisAddress(
                known.nodes(), known.servers(), known.topology(), "", "", true, "", 0, known.protocol());
        try (LoopRig rig = new LoopRig(untrusted, 100)) {
            assertThat(rig.connect().connectionLost()).isTrue();
        }
    }

    @Test
    void aDatabaseIsSelected() throws Exception {
        try (LoopRig rig = new LoopRig(TestRedis.with(redis.place(), "", "", 5, 2), 100)) {
            rig.connect();
            rig.start(RedisOperation.SET, 0, 3).outcomes();
            assertThat(redis.ask("DBSIZE")).isEqualTo(0L);
            assertThat(redis.ask("SWAPDB", "0", "5")).isNotNull();
            assertThat(redis.ask("DBSIZE")).isEqualTo(3L);
        }
    }

    @Test
    void aWrongPasswordIsSaidToBeOne() throws Exception {
        try (TestRedis guarded = TestRedis.withPassword("right")) {
            for (int protocol : new int[] {2, 3}) {
                RedisAddress wrong = TestRedis.with(guarded.place(), "", "wrong", 0, protocol);
                try (LoopRig rig = new LoopRig(wrong, 100)) {
                    assertThat(rig.connect().reason()).isEqualTo("wrong-password");
                }
                RedisAddress none = TestRedis.with(guarded.place(), "", "", 0, protocol);
                try (LoopRig rig = new LoopRig(none, 100)) {
                    assertThat(rig.connect().reason()).isEqualTo("noauth");
                }
                RedisAddress right = TestRedis.with(guarded.place(), "", "right", 0, protocol);
                try (LoopRig rig = new LoopRig(right, 100)) {
                    assertThat(rig.connect()).isEqualTo(Outcome.ok());
                }
            }
        }
    }

    @Test
    void aServerThatGoesCostsWhatWasOutstandingAndIsConnectedAnew() throws Exception {
        try (TestRedis mortal = TestRedis.start();
                LoopRig rig = new LoopRig(mortal.place(), 100)) {
            rig.connect();
            mortal.freeze();
            rig.start(RedisOperation.SET, 0, 30);
            mortal.kill();
            assertThat(rig.outcomes()).isEqualTo(Map.of("connection-lost!", 30));
            Outcome refused = rig.connect();
            assertThat(refused.reason()).isEqualTo("connection-refused");
            assertThat(refused.connectionLost()).isTrue();
            mortal.restart();
            assertThat(rig.connect()).isEqualTo(Outcome.ok());
            assertThat(rig.start(RedisOperation.SET, 0, 30).outcomes()).isEqualTo(Map.of("ok", 30));
        }
    }

    /** A connection that is lost while nothing is outstanding is made again without a word to the harness. */
    @Test
    void aConnectionThatTheServerClosesWhileIdleIsMadeAgain() throws Exception {
        try (LoopRig rig = new LoopRig(redis.place(), 100)) {
            rig.connect();
            redis.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            Map<String, Integer> before = rig.untilAllSucceed(RedisOperation.SET, 0, 5);
            assertThat(before.keySet()).isSubsetOf("connection-lost!");
        }
    }

    @Test
    void whatIsAbortedIsNotHeardOfAgain() throws Exception {
        try (LoopRig rig = new LoopRig(redis.place(), 100)) {
            rig.connect();
            redis.freeze();
            rig.start(RedisOperation.SET, 0, 5);
            rig.driver().abort();
            redis.thaw();
            assertThat(rig.connect()).isEqualTo(Outcome.ok());
            rig.start(RedisOperation.GET, 100, 1);
            assertThat(rig.first()).isEqualTo(Map.of("ok", 1));
        }
    }
}
