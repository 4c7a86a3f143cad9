// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;
import org.plateaubench.testkit.Deadline;

/** The embedded SUT, with processes of real servers and proxies. */
@Timeout(60)
class RedisEmbeddedTest {
    @TempDir
    Path folder = Path.of("");

    private static RedisAddress start(SutService service) throws Exception {
        service.fetch(Progress.SILENT);
        return RedisAddress.of(service.start(Progress.SILENT));
    }

    private static Object execute(RedisAddress address, InetSocketAddress where, String command, String... arguments)
            throws IOException {
        try (RedisConnection admin = RedisConnection.open(address, where)) {
            return String.valueOf(admin.execute(command, arguments));
        }
    }

    private static InetSocketAddress first(RedisAddress address) {
        return address.nodes().getFirst();
    }

    @Test
    void embeddedServerRunsWithConfiguredSettings() throws Exception {
        RedisServiceParameters given = Given.embedded()
                .with("persistence", "aof-always")
                .with("maxMemory", "64mb")
                .with("eviction", "allkeys-lru")
                .with("password", "se cret")
                .with("settings", Map.of("maxclients", "77", "masterauth", "hidden"))
                .parameters();
        try (SutService service = Given.service(given, folder)) {
            assertThatThrownBy(service::configuration).hasMessageContaining("is not started");
            RedisAddress address = start(service);

            assertThat(address.topology()).isEqualTo(Topology.SERVERS);
            assertThat(address.servers()).isEqualTo(address.nodes()).hasSize(1);
            assertThat(execute(address, first(address), "SET", "key", "1")).isEqualTo("OK");
            assertThatThrownBy(() -> execute(TestRedis.with(address, "", "", 0, 2), first(address), "PING"))
                    .hasMessageStartingWith("NOAUTH");
            assertThat(service.configuration())
                    .containsEntry("appendonly", "yes")
                    .containsEntry("appendfsync", "always")
                    .containsEntry("maxmemory", Integer.toString(64 << 20))
                    .containsEntry("maxmemory-policy", "allkeys-lru")
                    .containsEntry("maxclients", "77")
                    .containsEntry("save", "")
                    .containsKeys("version", "os", "io-threads", "program")
                    .doesNotContainValue("hidden");
            assertThat(service.configuration().toString()).doesNotContain("se cret");
            assertThat(service.access()).anyMatch(line -> line.contains("redis-cli -h 127.0.0.1"));
            assertThat(service.logs()).hasSize(1).allMatch(Files::exists);
            Path process = Path.of("/proc/" + service.status().processIds().getFirst());
            assertThat(Files.readString(process.resolve("cmdline")))
                    .contains("redis-server")
                    .doesNotContain("se cret");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(folder.resolve("servers/1/redis.conf"))))
                    .isEqualTo("rw-------");
            assertThatThrownBy(() -> service.start(Progress.SILENT)).hasMessageContaining("stop it first");
            assertThatThrownBy(service::clear).hasMessageContaining("stop it");
        }
    }

    @Test
    void persistentDataSurvivesKillUntilCleared() throws Exception {
        RedisServiceParameters given =
                Given.embedded().with("persistence", "aof-always").parameters();
        try (SutService service = Given.service(given, folder)) {
            RedisAddress address = start(service);
            execute(address, first(address), "SET", "key", "7");
            ProcessHandle server =
                    ProcessHandle.of(service.status().processIds().getFirst()).orElseThrow();

            server.destroyForcibly();
            server.onExit().get(60, TimeUnit.SECONDS);
            assertThat(awaitFailure(service)).contains("was ended by signal 9", "redis.log");
            service.stop();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);

            RedisAddress restarted = start(service);
            assertThat(execute(restarted, first(restarted), "GET", "key")).isEqualTo("7");
            service.stop();
            service.clear();
            RedisAddress cleared = start(service);
            assertThat(execute(cleared, first(cleared), "DBSIZE")).isEqualTo("0");
        }
    }

    /** Waits until the service has failed, and returns its message. */
    private static String awaitFailure(SutService service) {
        Deadline.until("the service has failed", () -> service.status().state() == State.FAILED);
        return service.status().detail();
    }

    @Tag("slow")
    @Test
    void twemproxiesBehindHaproxyDistributeKeysConsistently() throws Exception {
        RedisServiceParameters given = Given.embedded()
                .with("instances", 3)
                .with("twemproxy", 2)
                .with("haproxy", true)
                .with("password", "p")
                .parameters();
        try (SutService service = Given.service(given, folder)) {
            RedisAddress address = start(service);
            assertThat(address.topology()).isEqualTo(Topology.PROXY);
            assertThat(address.nodes()).hasSize(1);
            assertThat(address.servers()).hasSize(3);
            assertThat(service.status().processIds()).hasSize(3 + 2 + 1);
            int keys = 300;
            for (int i = 0; i < keys; i++) {
                // A connection for each command, so that HAProxy alternates between the Twemproxies.
                assertThat(execute(address, first(address), "SET", "key" + i, "v" + i))
                        .isEqualTo("OK");
                assertThat(execute(address, first(address), "GET", "key" + i)).isEqualTo("v" + i);
            }
            long sum = 0;
            for (InetSocketAddress server : address.servers()) {
                long expectedKeys =
                        Long.parseLong(execute(address, server, "DBSIZE").toString());
                assertThat(expectedKeys).isBetween(keys / 10L, keys * 2L / 3);
                sum += expectedKeys;
            }
            assertThat(sum).isEqualTo(keys);
            assertThat(service.logs()).hasSize(6);
            assertThat(folder.resolve("proxies/twemproxy1.conf")).content().contains("redis_auth: 'p'");
            ProcessHandle twemproxy =
                    ProcessHandle.of(service.status().processIds().get(3)).orElseThrow();
            twemproxy.destroyForcibly();
            twemproxy.onExit().get(60, TimeUnit.SECONDS);
            assertThat(awaitFailure(service)).startsWith("Twemproxy twemproxy1");
        }
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".conf"));
        }
    }

    @Test
    void publishedBinaryRunsAsCluster() throws Exception {
        Path program = RedisProcess.fetchPublished(PublishedBinaries.cache(), Progress.SILENT);
        RedisServiceParameters given = Given.embedded()
                .with("server", program.toString())
                .with("instances", 3)
                .with("cluster", true)
                .parameters();
        try (SutService service = Given.service(given, folder)) {
            RedisAddress address = start(service);
            assertThat(address.topology()).isEqualTo(Topology.CLUSTER);
            assertThat(address.servers()).hasSize(3);
            assertThat(service.status().processIds()).hasSize(3);
            assertThat(execute(address, address.nodes().get(2), "SET", "foo", "1"))
                    .isEqualTo("OK");
            assertThat(service.configuration())
                    .containsEntry("version", "6.2.11")
                    .containsEntry("mode", "cluster")
                    .containsEntry("cluster-enabled", "yes");
        }
    }
}
