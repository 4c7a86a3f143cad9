// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Commands that a user executes before a run. */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class CommandsIT {
    /** The environment variables that the shipped run files of external SUTs need. */
    private static final Map<String, String> NAMED_IN_CONFIGS = Map.ofEntries(
            Map.entry("REDIS_ADDRESS", "127.0.0.1:6379"),
            Map.entry("HTTP_ORIGIN", "http://127.0.0.1:8080"),
            Map.entry("TPCB_URL", "jdbc:postgresql://127.0.0.1:5432/bench"),
            Map.entry("TPCB_USER", "bench"),
            Map.entry("TPCB_PASSWORD", "secret"),
            Map.entry("VCENTER_URL", "https://127.0.0.1:8989"),
            Map.entry("VCENTER_USER", "bench"),
            Map.entry("VCENTER_PASSWORD", "secret"),
            Map.entry("VCENTER_FINGERPRINT", ""),
            Map.entry("LIBVIRT_SOCKET", "/run/libvirt/libvirt-sock"),
            Map.entry("LIBVIRT_DRIVER", "qemu:///system"),
            Map.entry("OLIO_URL", "http://127.0.0.1:8080"),
            Map.entry("OLIO_TOKEN", "secret"),
            Map.entry("STORE_URL", "jdbc:postgresql://127.0.0.1:5432/store"),
            Map.entry("STORE_USER", "store"),
            Map.entry("STORE_PASSWORD", "secret"),
            Map.entry("MAIL_HOST", "127.0.0.1"),
            Map.entry("MAIL_DOMAIN", "bench.example"),
            Map.entry("MAIL_PASSWORD", "secret"),
            Map.entry("MAIL_DAV_URL", "http://127.0.0.1:5232"));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theSameFileAndSeedGiveTheSamePlanAndAnotherSeedAnother() throws IOException, InterruptedException {
        String file = Quickstart.FILE.toString();
        JsonNode one = plan(file);
        JsonNode same = plan(file);
        JsonNode other = plan(file, "--set", "run.seed=43");

        assertThat(one.path("planId").asString())
                .hasSizeGreaterThan(7)
                .isEqualTo(same.path("planId").asString());
        assertThat(other.path("planId").asString())
                .isNotEqualTo(one.path("planId").asString());
    }

    @Test
    void everyFileInConfigsIsValid() throws IOException, InterruptedException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(LaunchedPlateau.home().resolve("configs"))) {
            files = found.filter(file -> file.toString().endsWith(".yaml") && !isOfAnotherProgram(file))
                    .toList();
        }
        assertThat(files).isNotEmpty();
        CommandsInOne commands = new CommandsInOne(folder, NAMED_IN_CONFIGS);
        files.forEach(file -> commands.add("validate", file.toString()));
        assertThat(commands.run()).allSatisfy(validated -> {
            assertThat(validated.exitCode()).as(validated.everything()).isZero();
            assertThat(validated.output()).contains(" is valid: ");
        });
        LaunchedPlateau launched = LaunchedPlateau.run(folder, "validate", Quickstart.FILE.toString());
        assertThat(launched.exitCode()).as(launched.everything()).isZero();
        assertThat(launched.output()).contains(Quickstart.FILE + " is valid: ");
    }

    /** Examples for continuous integration are of its systems, and what starts agents is of Kubernetes. */
    private static boolean isOfAnotherProgram(Path file) {
        Path configs = LaunchedPlateau.home().resolve("configs");
        return file.startsWith(configs.resolve("ci")) || file.startsWith(configs.resolve("rigs"));
    }

    @Test
    void everyCommandHasHelpWithAnExample() throws IOException, InterruptedException {
        List<String> names = List.of(
                "run",
                "study",
                "resume",
                "validate",
                "plan",
                "keys",
                "schema",
                "plugins",
                "plugin",
                "runs",
                "report",
                "judge",
                "mark",
                "compare",
                "history",
                "reference",
                "disclose",
                "sut",
                "calibrate");
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        names.forEach(name -> commands.add(name, "--help"));
        // The list of commands has the first lines of their descriptions, which are whole sentences.
        commands.add("--help");
        List<CommandsInOne.Done> help = commands.run();
        assertThat(help.getLast().output()).contains("  judge ").doesNotContainPattern("[^.:]\\R  [a-z]+ +[A-Z]");
        for (int i = 0; i < names.size(); i++) {
            assertThat(help.get(i).exitCode()).isZero();
            assertThat(help.get(i).output())
                    .as(names.get(i))
                    .contains("Example")
                    .contains("plateau " + names.get(i));
        }
    }

    @Test
    void pluginsKeysAndSchemaNameWhatThereIs() throws IOException, InterruptedException {
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        int plugins = commands.add("plugins");
        int run = commands.add("schema");
        int result = commands.add("schema", "result");
        int events = commands.add("schema", "events");
        int unknown = commands.add("schema", "verdict");
        int keys = commands.add("keys");
        int think = commands.add("keys", "workloads.store.load.think");
        int wrong = commands.add("keys", "phases.stedy");
        List<CommandsInOne.Done> done = commands.run();
        assertThat(done.get(plugins).output())
                .contains("dvdstore", "h2", "purchase")
                .containsPattern("duration, [0-9.]+ to [0-9a-z.]+ ms");
        JsonNode schema = new ObjectMapper().readTree(done.get(run).output());
        assertThat(schema.toString()).contains("dvdstore", "newCustomerPercent", "\"$schema\"");
        assertThat(done.get(result).output())
                .isEqualTo(Files.readString(LaunchedPlateau.home().resolve("docs/schemas/result.schema.json")));
        assertThat(done.get(events).output())
                .isEqualTo(Files.readString(LaunchedPlateau.home().resolve("docs/schemas/events.schema.json")));
        assertThat(done.get(unknown).everything())
                .contains("There is no schema of 'verdict'; there are run, plan, result and events.");
        assertThat(done.get(keys).output()).contains("""
                        phases.rampUp
                            Users start over this time. Value: a duration. Default: 30s.
                        """);
        assertThat(done.get(think).output())
                .contains("workloads.NAME.load.think")
                .doesNotContain("phases");
        assertThat(done.get(wrong).exitCode()).isEqualTo(4);
        assertThat(done.get(wrong).everything())
                .contains("There is no key 'phases.stedy', did you mean 'phases.steady'?");
    }

    private JsonNode plan(String file, String... more) throws IOException, InterruptedException {
        LaunchedPlateau planned = LaunchedPlateau.run(
                folder,
                Stream.concat(Stream.of("plan", file, "--json"), Stream.of(more))
                        .toArray(String[]::new));
        assertThat(planned.exitCode()).as(planned.everything()).isZero();
        return new ObjectMapper().readTree(planned.output());
    }
}
