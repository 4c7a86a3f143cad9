// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.plateaubench.cli.command.ValidateCommand;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What a user asks before a run. */
@Execution(ExecutionMode.CONCURRENT)
final class CommandsIT {
    /** What the shipped run files of external SUTs ask of the environment. */
    private static final Map<String, String> NAMED_IN_CONFIGS = Map.ofEntries(
            Map.entry("REDIS_ADDRESS", "127.0.0.1:6379"),
            Map.entry("HTTP_ORIGIN", "http://127.0.0.1:8080"),
            Map.entry("TPCB_URL", "jdbc:postgresql://127.0.0.1:5432/bench"),
            Map.entry("TPCB_USER", "bench"),
            Map.entry("TPCB_PASSWORD", "secret"),
            Map.entry("OLIO_URL", "http://127.0.0.1:8080"),
            Map.entry("OLIO_TOKEN", "secret"),
            Map.entry("STORE_URL", "jdbc:postgresql://127.0.0.1:5432/store"),
            Map.entry("STORE_USER", "store"),
            Map.entry("STORE_PASSWORD", "secret"),
            Map.entry("MAIL_HOST", "127.0.0.1"),
            Map.entry("MAIL_DOMAIN", "bench.example"),
            Map.entry("MAIL_PASSWORD", "secret"),
            Map.entry("MAIL_DAV_URL", "http://127.0.0.1:5232"));

    private static final Path INSTALLATION = LaunchedPlateau.home().resolve("distribution/target/plateau");

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
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dplateau.home=" + INSTALLATION,
                "-cp",
                INSTALLATION.resolve("lib") + "/*" + File.pathSeparator + Forked.place(Validated.class),
                Validated.class.getName()));
        files.forEach(file -> command.add(file.toString()));
        try (LaunchedPlateau validated = LaunchedPlateau.startCommand(folder, NAMED_IN_CONFIGS, command)) {
            validated.awaitExit(Duration.ofMinutes(2));
            assertThat(validated.exitCode()).as(validated.everything()).isZero();
            assertThat(validated.output().lines().filter(line -> line.contains(" is valid: ")))
                    .hasSize(files.size());
        }
        LaunchedPlateau launched = LaunchedPlateau.run(folder, "validate", Quickstart.FILE.toString());
        assertThat(launched.exitCode()).as(launched.everything()).isZero();
        assertThat(launched.output()).contains(Quickstart.FILE + " is valid: ");
    }

    /** Examples for continuous integration are of its systems, and what starts agents is of Kubernetes. */
    private static boolean isOfAnotherProgram(Path file) {
        Path configs = LaunchedPlateau.home().resolve("configs");
        return file.startsWith(configs.resolve("ci")) || file.startsWith(configs.resolve("rigs"));
    }

    /** The command for each of many files in one JVM, which costs a tenth of as many starts. */
    static final class Validated {
        private Validated() {}

        public static void main(String[] files) {
            int worst = 0;
            for (String file : files) {
                worst = Math.max(worst, new CommandLine(new ValidateCommand()).execute(file));
            }
            System.exit(worst);
        }
    }

    @Test
    void everyCommandHasHelpWithAnExample() throws IOException, InterruptedException {
        // The list of commands has the first lines of their descriptions, which are whole sentences.
        assertThat(LaunchedPlateau.run(folder, "--help").output()).doesNotContainPattern("[^.:]\\R  [a-z]+ +[A-Z]");
        for (String command : List.of(
                "run",
                "study",
                "resume",
                "validate",
                "plan",
                "schema",
                "plugins",
                "plugin",
                "runs",
                "report",
                "judge",
                "compare",
                "sut",
                "calibrate")) {
            LaunchedPlateau help = LaunchedPlateau.run(folder, command, "--help");
            assertThat(help.exitCode()).isZero();
            assertThat(help.output()).as(command).contains("Example").contains("plateau " + command);
        }
    }

    @Test
    void pluginsAndSchemaNameWhatIsInstalled() throws IOException, InterruptedException {
        assertThat(LaunchedPlateau.run(folder, "plugins").output())
                .contains("dvdstore", "h2", "purchase")
                .containsPattern("duration, [0-9.]+ to [0-9a-z.]+ ms");
        JsonNode schema = new ObjectMapper()
                .readTree(LaunchedPlateau.run(folder, "schema").output());
        assertThat(schema.toString()).contains("dvdstore", "newCustomerPercent", "\"$schema\"");
        assertThat(LaunchedPlateau.run(folder, "schema", "result").output())
                .isEqualTo(Files.readString(LaunchedPlateau.home().resolve("docs/schemas/result.schema.json")));
        assertThat(LaunchedPlateau.run(folder, "schema", "verdict").everything())
                .contains("There is no schema of 'verdict'; there are run, plan and result.");
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
