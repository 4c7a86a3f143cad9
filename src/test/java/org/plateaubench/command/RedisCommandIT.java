// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Redis for interactive work: servers and proxies, none of which outlives the keeper. */
@Execution(ExecutionMode.CONCURRENT)
final class RedisCommandIT {
    @TempDir
    private Path folder = Path.of("");

    private LaunchedPlateau plateau(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("sut"));
        all.addAll(List.of(arguments));
        return LaunchedPlateau.run(folder, all.toArray(String[]::new));
    }

    @Test
    void serversAndProxiesEndWithTheirKeeper() throws IOException, InterruptedException {
        Path record = folder.resolve(".plateau/suts/redis/sut.json");
        try {
            LaunchedPlateau started = plateau(
                    "start",
                    "redis",
                    "--set",
                    "instances=2",
                    "--set",
                    "twemproxy=1",
                    "--set",
                    "haproxy=true",
                    "--set",
                    "persistence=aof-always",
                    "--set",
                    "password=hidden");
            assertThat(started.exitCode()).as(started.everything()).isZero();
            assertThat(started.output())
                    .contains("redis-cli -h 127.0.0.1 -p ", "servers/1/redis.log", "proxies/haproxy.log")
                    .doesNotContain("hidden");
            JsonNode kept = new ObjectMapper().readTree(Files.readString(record));
            long keeper = kept.path("keeperPid").asLong();
            List<ProcessHandle> processes =
                    ProcessHandle.of(keeper).orElseThrow().descendants().toList();
            for (String program : List.of("redis-server", "nutcracker", "haproxy")) {
                assertThat(processes)
                        .as(program)
                        .anyMatch(process ->
                                process.info().commandLine().orElse("").contains(program));
            }

            LaunchedPlateau.signal(keeper, "KILL");

            Await.until(
                    Duration.ofSeconds(30),
                    () -> "orphans " + processes,
                    () -> processes.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            plateau("stop", "redis");
        }
        Path data = folder.resolve(".plateau/suts/redis/service/servers/2/data");
        assertThat(data).isNotEmptyDirectory();
        assertThat(plateau("clear", "redis").exitCode()).isZero();
        assertThat(data).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "4, cluster=true, cluster: A cluster needs three nodes or more",
        "3, server=/no/such/redis-server, server: there is no program /no/such/redis-server"
    })
    void whatCannotBeStartedIsOneSentence(int code, String setting, String sentence)
            throws IOException, InterruptedException {
        LaunchedPlateau refused = plateau("start", "redis", "--set", setting);
        assertThat(refused.exitCode()).as(refused.everything()).isEqualTo(code);
        assertThat(refused.errors()).contains("plateau: " + sentence).doesNotContain("Exception");
    }
}
