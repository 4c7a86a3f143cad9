// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
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
    private static final Map<String, String> ENVIRONMENT = Map.ofEntries(
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
            Map.entry("SHOP_URL", "http://127.0.0.1:8080"),
            Map.entry("API_URL", "http://127.0.0.1:8080"),
            Map.entry("API_TOKEN", "secret"),
            Map.entry("OLIO_URL", "http://127.0.0.1:8080"),
            Map.entry("OLIO_TOKEN", "secret"),
            Map.entry("STORE_URL", "jdbc:postgresql://127.0.0.1:5432/store"),
            Map.entry("STORE_USER", "store"),
            Map.entry("STORE_PASSWORD", "secret"),
            Map.entry("DB_URL", "jdbc:postgresql://127.0.0.1:5432/bench"),
            Map.entry("DB_USER", "bench"),
            Map.entry("DB_PASSWORD", "secret"),
            Map.entry("NATIVE_HOST", "127.0.0.1"),
            Map.entry("VM_HOST", "127.0.0.1"),
            Map.entry("MAIL_HOST", "127.0.0.1"),
            Map.entry("MAIL_DOMAIN", "bench.example"),
            Map.entry("MAIL_PASSWORD", "secret"),
            Map.entry("MAIL_DAV_URL", "http://127.0.0.1:5232"));

    private static final List<String> NAMES = List.of(
            "run",
            "study",
            "resume",
            "validate",
            "plan",
            "keys",
            "schema",
            "plugins",
            "plugin",
            "docs",
            "runs",
            "report",
            "judge",
            "compare",
            "history",
            "reference",
            "sut",
            "calibrate");

    private static final String FILE = Quickstart.FILE.toString();
    private static final String STUDY =
            LaunchedPlateau.home().resolve("configs/studies/redis-single.yaml").toString();

    @TempDir
    private static Path folder = Path.of("");

    private static Map<List<String>, CommandBatch.Result> results = Map.of();

    @BeforeAll
    static void runCommandsInOneJvm() throws IOException, InterruptedException {
        CommandBatch commands = new CommandBatch(folder, ENVIRONMENT);
        configs().forEach(file -> commands.add("validate", "--force", file));
        NAMES.forEach(name -> commands.add(name, "--help"));
        for (String command : List.of(
                "--help",
                "plugins",
                "plugins proving",
                "plugins dvdstor",
                "plugins redis",
                "docs",
                "run " + STUDY,
                "schema",
                "schema result",
                "schema events",
                "schema verdict",
                "keys",
                "keys workloads.store.load.think",
                "keys phases.stedy")) {
            commands.add(command.split(" ", -1));
        }
        commands.add("study", FILE);
        commands.add("calibrate", "--seconds", "1");
        commands.add("calibrate", "--seconds", "0");
        results = commands.resultsByArguments();
    }

    private static CommandBatch.Result result(String... arguments) {
        return Objects.requireNonNull(results.get(List.of(arguments)));
    }

    private static String outputOf(String... arguments) {
        CommandBatch.Result done = result(arguments);
        assertThat(done.exitCode()).as(done.everything()).isZero();
        return done.output();
    }

    @Test
    void everyFileInConfigsIsValid() throws IOException, InterruptedException {
        assertThat(configs())
                .isNotEmpty()
                .allSatisfy(file ->
                        assertThat(outputOf("validate", "--force", file)).contains(" is valid: "));
        LaunchedPlateau launched = LaunchedPlateau.run(folder, "validate", FILE);
        assertThat(launched.exitCode()).as(launched.everything()).isZero();
        assertThat(launched.output()).contains(FILE + " is valid: ");
    }

    private static List<String> configs() throws IOException {
        try (Stream<Path> found = Files.walk(LaunchedPlateau.home().resolve("configs"))) {
            return found.filter(file -> file.toString().endsWith(".yaml") && !isForAnotherProgram(file))
                    .map(Path::toString)
                    .toList();
        }
    }

    /** Workflows for continuous integration, manifests of Kubernetes and scenarios are not run files. */
    private static boolean isForAnotherProgram(Path file) {
        Path configs = LaunchedPlateau.home().resolve("configs");
        return file.startsWith(configs.resolve("ci"))
                || file.startsWith(configs.resolve("rigs"))
                || file.startsWith(configs.resolve("runs/web"));
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        assertThat(result("--help").output()).contains("\nResults\n", "  judge ");
        for (String name : NAMES) {
            assertThat(outputOf(name, "--help")).as(name).contains("Example").contains("plateau " + name);
        }
    }

    /** Only a release has the site. */
    @Test
    void docsPrintsSiteAddressOrBuildCommand() {
        CommandBatch.Result docs = result("docs");
        if (Files.exists(LaunchedPlateau.home().resolve("distribution/target/plateau/site/index.html"))) {
            assertThat(docs.output()).endsWith("/site/index.html\n");
            assertThat(docs.exitCode()).isZero();
        } else {
            assertThat(docs.everything()).contains("distribution/site/build");
            assertThat(docs.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void pluginsKeysAndSchemaListTheirContent() throws IOException {
        assertThat(result("plugins").output()).contains("dvdstore", "h2").doesNotContain("purchase");
        assertThat(result("plugins", "proving").output()).containsPattern("duration, [0-9.]+ to [0-9a-z.]+ ms");
        assertThat(result("plugins", "redis").output())
                .contains("keys of scenario.data", "    keys of scenario.start\n      command ")
                .containsPattern("keys of scenario\\.start\\.check\n +at +The part of the reply");
        assertThat(result("plugins", "dvdstor").everything()).contains("did you mean 'dvdstore'?");
        CommandBatch.Result study = result("run", STUDY);
        assertThat(study.exitCode()).isEqualTo(4);
        assertThat(study.everything()).contains(STUDY + " is a study, not a run file. Use: ", "plateau study " + STUDY);
        assertThat(result("study", FILE).everything()).contains(FILE + " is a run file, not a study. Use: ");
        JsonNode schema = new ObjectMapper().readTree(result("schema").output());
        assertThat(schema.toString()).contains("dvdstore", "newCustomerPercent", "\"$schema\"");
        assertThat(result("schema", "result").output())
                .isEqualTo(Files.readString(LaunchedPlateau.home().resolve("docs/schemas/result.schema.json")));
        assertThat(result("schema", "events").output())
                .isEqualTo(Files.readString(LaunchedPlateau.home().resolve("docs/schemas/events.schema.json")));
        assertThat(result("schema", "verdict").everything())
                .contains("There is no schema of 'verdict'; there are run, plan, result and events.");
        assertThat(result("keys").output()).contains("""
                        phases.rampUp
                            Users start over this time. Value: a duration. Default: 30s.
                        """);
        assertThat(result("keys", "workloads.store.load.think").output())
                .contains("workloads.NAME.load.think")
                .doesNotContain("phases");
        CommandBatch.Result wrong = result("keys", "phases.stedy");
        assertThat(wrong.exitCode()).isEqualTo(4);
        assertThat(wrong.everything()).contains("There is no key 'phases.stedy', did you mean 'phases.steady'?");
    }

    @Test
    void hostIsCalibrated() {
        assertThat(outputOf("calibrate", "--seconds", "1"))
                .contains("What it can be trusted with", "Timer slack", "Open files")
                .containsPattern("Clock +\\d+ ns per read")
                .containsPattern("Waits, threads +late by p50 \\d+");
        CommandBatch.Result wrong = result("calibrate", "--seconds", "0");
        assertThat(wrong.exitCode()).isEqualTo(4);
        assertThat(wrong.errors()).contains("--seconds must be 1 to 600");
    }
}
