// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.cli.PlateauCommand;
import org.plateaubench.engine.document.Documents;
import picocli.CommandLine;

/** The examples of configs/rigs start the agent as it is now, with few rights, and are what systemd and Kubernetes read. */
final class RigExamplesTest {
    private static final Path UNIT = Path.of("../../configs/rigs/plateau-agent.service");
    private static final Path MANIFEST = Path.of("../../configs/rigs/agents.yaml");
    private static final Path CONTAINER_FILE = Path.of("../../configs/rigs/Containerfile");
    private static final Pattern CONTAINER = Pattern.compile("args: \\[(.*)]");
    private static final int MOST_SECONDS = 60;

    @TempDir
    private Path folder = Path.of("");

    private static CommandLine.ParseResult parsed(List<String> arguments) {
        return new CommandLine(new PlateauCommand()).parseArgs(arguments.toArray(String[]::new));
    }

    @Test
    void theCommandLineOfTheUnitIsOneThatThereIs() throws IOException {
        String start = Files.readAllLines(UNIT).stream()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow();
        List<String> words = List.of(start.substring("ExecStart=".length()).split(" ", -1));
        assertThat(parsed(words.subList(1, words.size()))
                        .subcommand()
                        .commandSpec()
                        .name())
                .isEqualTo("agent");
    }

    @Test
    void theUnitRunsOnlyWhatIsAllowedAsAUserOfItsOwn() throws IOException {
        assertThat(Files.readAllLines(UNIT))
                .contains("User=plateau-agent", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict")
                .noneMatch(line -> line.contains("--allow any"));
    }

    @Test
    void systemdKnowsEachLineOfTheUnit() throws IOException, InterruptedException {
        Path program = tool("systemd-analyze");
        // What the unit starts is not installed here.
        String unit = Files.readString(UNIT).replace("/opt/plateau/plateau ", "/bin/true ");
        assumeThat(ofSystemd(program, unit.replace("ProtectClock", "ProtectClok")))
                .as("systemd-analyze finds a wrong key here")
                .contains("ProtectClok");
        assertThat(ofSystemd(program, unit)).isEmpty();
    }

    /** What it says of the unit. */
    private String ofSystemd(Path program, String unit) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("plateau-agent.service"), unit);
        return output(program, "verify", "--man=no", file.toString())
                .lines()
                .filter(line -> line.contains("plateau-agent"))
                .reduce("", String::concat);
    }

    @Test
    void theContainersOfTheManifestStartTheAgentWithWhatIsAllowedFromWhereItIsMounted() throws IOException {
        String manifest = Files.readString(MANIFEST);
        Matcher container = CONTAINER.matcher(manifest);
        assertThat(container.find()).isTrue();
        List<String> arguments = List.of(container.group(1).split(", "));
        CommandLine.ParseResult agent = parsed(arguments).subcommand();
        assertThat(agent.commandSpec().name()).isEqualTo("agent");
        assertThat(agent.<Path>matchedOptionValue("--credentials", folder)).hasToString("/etc/plateau/credentials");
        assertThat(agent.<String>matchedOptionValue("--allow", "")).isEqualTo("/etc/plateau/allow");
        assertThat(agent.<Path>matchedOptionValue("--folder", folder)).hasToString("/work");
        assertThat(manifest)
                .contains(
                        "--from-file=credentials=",
                        "--from-file=allow=",
                        "mountPath: /etc/plateau, readOnly: true",
                        "mountPath: /work",
                        "runAsNonRoot: true",
                        "allowPrivilegeEscalation: false",
                        "drop: [ALL]");
    }

    @Test
    void theContainerFileStartsTheAgentWithWhatIsAllowedAsAnOrdinaryUser() throws IOException {
        List<String> lines = Files.readAllLines(CONTAINER_FILE);
        List<String> arguments = new ArrayList<>();
        for (String instruction : List.of("ENTRYPOINT ", "CMD ")) {
            String words = lines.stream()
                    .filter(line -> line.startsWith(instruction))
                    .findFirst()
                    .orElseThrow();
            Documents.parse("{\"words\": " + words.substring(instruction.length()) + "}")
                    .values()
                    .forEach(list -> ((List<?>) list).forEach(word -> arguments.add(word.toString())));
        }
        assertThat(arguments.getFirst()).isEqualTo("/opt/plateau/plateau");
        CommandLine.ParseResult agent =
                parsed(arguments.subList(1, arguments.size())).subcommand();
        assertThat(agent.commandSpec().name()).isEqualTo("agent");
        assertThat(agent.<String>matchedOptionValue("--allow", "")).isEqualTo("/etc/plateau/allow");
        assertThat(lines).contains("USER 10001", "COPY . /opt/plateau");
    }

    /** A field that kubectl does not know is lost when it makes the object of the manifest. */
    @Test
    void kubernetesKnowsEachFieldOfTheManifest() throws IOException, InterruptedException {
        Path program = tool("kubectl");
        String manifest = Files.readString(MANIFEST);
        assertThat(unknown(program, manifest)).isEmpty();
        assertThat(unknown(program, manifest.replace("fsGroup", "fsGruop")))
                .containsExactly("spec.template.spec.securityContext.fsGruop");
    }

    private List<String> unknown(Path program, String manifest) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("agents.yaml"), manifest);
        String text = output(program, "label", "--local", "-f", file.toString(), "checked=yes", "-o", "json");
        String object =
                output(program, "set", "image", "--local", "-f", file.toString(), "agent=checked", "-o", "json");
        List<String> unknown = new ArrayList<>();
        compare(
                "spec",
                Documents.parse(text).get("spec"),
                Documents.parse(object).get("spec"),
                unknown);
        return unknown;
    }

    private static void compare(String path, @Nullable Object given, @Nullable Object made, List<String> unknown) {
        if (given instanceof Map<?, ?> fields && made instanceof Map<?, ?> known) {
            fields.forEach((name, value) -> compare(path + "." + name, value, known.get(name), unknown));
        } else if (given instanceof List<?> all && made instanceof List<?> known && all.size() == known.size()) {
            for (int i = 0; i < all.size(); i++) {
                compare(path + "[" + i + "]", all.get(i), known.get(i), unknown);
            }
        } else if (!path.endsWith(".image") && !Objects.equals(given, made)) {
            unknown.add(path);
        }
    }

    private static Path tool(String name) {
        Optional<Path> found = Stream.of("/usr/local/bin", "/usr/bin", "/bin", "/snap/bin")
                .map(place -> Path.of(place, name))
                .filter(Files::isExecutable)
                .findFirst();
        assumeThat(found).as("this host has " + name).isPresent();
        return found.orElseThrow();
    }

    private String output(Path program, String... arguments) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                    .as(command.toString())
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }
}
