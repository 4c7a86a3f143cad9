// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Packaged plugins, checked by the command that partners use. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
final class PluginCheckIT {
    private static final Path PLUGINS = LaunchedPlateau.home().resolve("distribution/target/plateau/plugins");

    @TempDir
    private Path folder = Path.of("");

    private LaunchedPlateau check(Path archive, String... more) throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("plugin", "check", archive.toString(), "--operations", "2000", "--json"));
        arguments.addAll(List.of(more));
        LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), arguments);
        launched.awaitExit(Duration.ofMinutes(4));
        return launched;
    }

    /** It has all three executions, a service, data and a reconciliation. */
    @Test
    void aPluginThatComesWithPlateauPasses() throws IOException, InterruptedException {
        LaunchedPlateau launched = check(PLUGINS.resolve("proving"));

        assertThat(launched.exitCode()).as(launched.everything()).isZero();
        JsonNode results = new ObjectMapper().readTree(launched.output()).path("results");
        assertThat(results)
                .extracting(result -> result.path("rule").asString())
                .contains("load", "spi-version", "linkage", "docs", "service", "orphan", "run", "sockets", "reply");
        assertThat(launched.errors()).contains("running workload law, event-loop");
    }

    @Test
    void aPluginWithAFindingEndsWithOneAndNothingToCheckWithFour() throws IOException, InterruptedException {
        new CompiledPlugin(folder, "ping")
                .install(LaunchedPlateau.home().resolve("docs/examples/ping"), "com.example.ping.PingPlugin");

        LaunchedPlateau launched = check(folder.resolve("plugins/ping"), "--set", "port=1");

        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(1);
        assertThat(launched.output()).contains("no manifest names the plugin interface", "no page of documentation");
        assertThat(check(Files.writeString(folder.resolve("notes.txt"), "")).exitCode())
                .isEqualTo(4);
    }
}
