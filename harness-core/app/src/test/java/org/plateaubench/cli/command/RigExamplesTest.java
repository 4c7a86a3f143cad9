// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.cli.PlateauCommand;
import org.plateaubench.engine.document.Documents;
import picocli.CommandLine;

/** The examples of configs/rigs have valid command lines and few rights; see also {@code verification/ci/lint}. */
final class RigExamplesTest {
    private static final Path UNIT = Path.of("../../configs/rigs/plateau-agent.service");
    private static final Path CONSOLE_UNIT = Path.of("../../configs/systemd/plateau-console.service");
    private static final Path MANIFEST = Path.of("../../configs/rigs/kubernetes.yaml");
    private static final Path CONTAINER_FILE = Path.of("../../configs/rigs/Containerfile");
    private static final Pattern CONTAINER = Pattern.compile("args: \\[(.*)]");
    private static final int MAX_SECONDS = 60;

    @TempDir
    private Path folder = Path.of("");

    private static CommandLine.ParseResult parsed(List<String> arguments) {
        return PlateauCommand.commandLine().parseArgs(arguments.toArray(String[]::new));
    }

    private static void assertUnit(Path unit, String command, String... lines) throws IOException {
        List<String> all = Files.readAllLines(unit);
        assertThat(all)
                .contains("NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict")
                .contains(lines);
        String start = all.stream()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow();
        List<String> words = List.of(start.substring("ExecStart=".length()).split(" ", -1));
        assertThat(words.getFirst()).endsWith("/plateau");
        assertThat(parsed(words.subList(1, words.size()))
                        .subcommand()
                        .commandSpec()
                        .name())
                .isEqualTo(command);
    }

    @Test
    void systemdUnitsRunCommandsAsServiceUser() throws IOException {
        assertUnit(UNIT, "agent", "User=plateau-agent");
        assertThat(UNIT).content().doesNotContain("--allow any");
        // Runs continue after the end of the console.
        assertUnit(CONSOLE_UNIT, "console", "User=plateau", "ProtectHome=yes", "KillMode=process");
    }

    @Test
    void systemdAcceptsTheUnit() throws IOException, InterruptedException {
        Path program = tool("systemd-analyze");
        // The program of the unit is not installed here.
        String unit = Files.readString(UNIT).replace("/opt/plateau/plateau ", "/bin/true ");
        assumeThat(findingsOfSystemd(program, unit.replace("ProtectClock", "ProtectClok")))
                .as("systemd-analyze finds a wrong key here")
                .contains("ProtectClok");
        assertThat(findingsOfSystemd(program, unit)).isEmpty();
    }

    /** The output of {@code systemd-analyze} for the unit. */
    private String findingsOfSystemd(Path program, String unit) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("plateau-agent.service"), unit);
        return output(program, "verify", "--man=no", file.toString())
                .lines()
                .filter(line -> line.contains("plateau-agent"))
                .reduce("", String::concat);
    }

    @Test
    void manifestJobsStartAgentsAndRun() throws IOException {
        String manifest = Files.readString(MANIFEST);
        Matcher container = CONTAINER.matcher(manifest);
        assertThat(container.find()).isTrue();
        List<String> arguments = List.of(container.group(1).split(", "));
        CommandLine.ParseResult agent = parsed(arguments).subcommand();
        assertThat(agent.commandSpec().name()).isEqualTo("agent");
        assertThat(agent.<Path>matchedOptionValue("--credentials", folder))
                .hasToString("/etc/plateau/load-$(INDEX).credentials");
        assertThat(agent.<String>matchedOptionValue("--allow", "")).isEqualTo("/etc/plateau/allow");
        assertThat(agent.<Path>matchedOptionValue("--folder", folder)).hasToString("/work");
        Matcher run = Pattern.compile("exec /opt/plateau/plateau (.*)").matcher(manifest);
        assertThat(run.find()).isTrue();
        CommandLine.ParseResult controller =
                parsed(List.of(run.group(1).split(" "))).subcommand();
        assertThat(controller.commandSpec().name()).isEqualTo("run");
        assertThat(controller.matchedOptionValue("--agents", List.of())).containsExactly("load-0", "load-1");
        assertThat(manifest)
                .contains(
                        "add-agent $name",
                        "--from-file=load-0.credentials",
                        "--from-file=allow=",
                        "value: /etc/plateau/desk.credentials",
                        "mountPath: /etc/plateau, readOnly: true",
                        "mountPath: /work",
                        "runAsNonRoot: true",
                        "allowPrivilegeEscalation: false",
                        "drop: [ALL]");
    }

    @Test
    void containerFileStartsAgentAsOrdinaryUser() throws IOException {
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
            assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS))
                    .as(command.toString())
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }
}
