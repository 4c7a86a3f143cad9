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
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.ObjectMapper;

/** Packaged plugins, checked by the command that partners use. */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class PluginCheckIT {
    private static final Path PLUGINS = LaunchedPlateau.home().resolve("distribution/target/plateau/plugins");
    /** The checks of these take up to four minutes, mostly for starting their servers; verification/shipped-plugins runs them too. */
    private static final Set<String> SLOW = Set.of("databases", "mail", "olio", "transactions");
    /** Plugins whose checks start no server; vsphere needs a vCenter Server. */
    private static final List<String> UNSERVED = List.of("faban", "sql", "telemetry", "tool", "vsphere", "web");

    private static final String ALLOW_UNDRIVEN = "--allow-undriven";

    @TempDir
    private Path folder = Path.of("");

    private LaunchedPlateau check(Map<String, String> environment, Path archive, String... more)
            throws IOException, InterruptedException {
        LaunchedPlateau launched = LaunchedPlateau.start(folder, environment, List.of(arguments(archive, more)));
        launched.awaitExit(Duration.ofMinutes(4));
        return launched;
    }

    private static String[] arguments(Path archive, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("plugin", "check", archive.toString(), "--operations", "300", "--json"));
        Stream.of(more).filter(option -> !option.isEmpty()).forEach(arguments::add);
        return arguments.toArray(String[]::new);
    }

    static List<String> served() throws IOException {
        try (Stream<Path> folders = Files.list(PLUGINS)) {
            return folders.map(plugin -> plugin.getFileName().toString())
                    .filter(plugin -> !SLOW.contains(plugin) && !UNSERVED.contains(plugin))
                    .sorted()
                    .toList();
        }
    }

    /** Uses parameters for the smallest servers of this host. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("served")
    void shippedPluginPasses(String plugin) throws IOException, InterruptedException {
        String[] options = plugin.equals("dvdstore") ? new String[] {"--sut", "h2"} : new String[0];
        LaunchedPlateau launched = check(Map.of(), PLUGINS.resolve(plugin), options);
        assertPassed(plugin, launched.exitCode(), launched.output(), launched.everything());
    }

    @Tag("slow")
    @Test
    void pluginsWithoutServerPass() throws IOException, InterruptedException {
        CommandBatch commands = new CommandBatch(folder, Map.of());
        UNSERVED.forEach(plugin -> commands.add(arguments(PLUGINS.resolve(plugin), ALLOW_UNDRIVEN)));
        List<CommandBatch.Result> done = commands.run();
        for (int i = 0; i < done.size(); i++) {
            CommandBatch.Result each = done.get(i);
            assertPassed(UNSERVED.get(i), each.exitCode(), each.output(), each.everything());
        }
    }

    private static void assertPassed(String plugin, int exitCode, String output, String everything) {
        assertThat(exitCode).as(everything).isZero();
        List<String> rules = new ArrayList<>(List.of("load", "process", "threads"));
        if (!UNSERVED.contains(plugin)) {
            rules.addAll(List.of("data", "run", "sockets", "reconcile", "reply", "abort"));
        }
        assertThat(new ObjectMapper().readTree(output).path("results"))
                .filteredOn(result -> result.path("state").asString().equals("kept"))
                .extracting(result -> result.path("rule").asString())
                .containsAll(rules);
    }

    @Test
    void exitCodesDistinguishFindingsFromWrongUsage() throws IOException, InterruptedException {
        CompiledJar.install(
                folder, "ping", LaunchedPlateau.home().resolve("docs/examples/ping"), "com.example.ping.PingPlugin");

        CommandBatch commands = new CommandBatch(folder, Map.of());
        commands.add(arguments(folder.resolve("plugins/ping"), "--set", "port=1"));
        commands.add(arguments(PLUGINS.resolve("vsphere")));
        commands.add(arguments(Files.writeString(folder.resolve("notes.txt"), "")));
        List<CommandBatch.Result> done = commands.run();

        CommandBatch.Result found = done.getFirst();
        assertThat(found.exitCode()).as(found.everything()).isEqualTo(1);
        assertThat(found.output()).contains("it has no version");
        CommandBatch.Result notDriven = done.get(1);
        assertThat(notDriven.exitCode()).as(notDriven.everything()).isEqualTo(1);
        assertThat(notDriven.output()).contains("no workload was driven");
        assertThat(done.getLast().exitCode()).isEqualTo(4);
    }
}
