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
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/** The commands of the worked example in the plugin guide, executed in their order with real Maven and real sockets. */
@Tag("slow")
@Isolated("its runs must pass")
final class PluginGuideIT {
    private static final Path PAGE = LaunchedPlateau.home().resolve("docs/plugin-guide.md");
    private static final Pattern COMMANDS = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final Path INSTALLATION = LaunchedPlateau.home().resolve("distribution/target/plateau");
    private static final String COPY = "mkdir -p ~/.m2 && cp -r repository ~/.m2";
    private static final String RUN = "./plateau run ";
    private static final int INVALID = 2;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void guideCommandsBuildInstallAndRunPlugin() throws IOException, InterruptedException {
        Path home = folder.resolve("home");
        PartnerMaven maven = PartnerMaven.withNetwork(folder, home.resolve(".m2/repository"));
        List<String> commands = commands("## From an empty folder to a result");
        int firstRun = firstRun(commands);
        execute(commands.subList(0, firstRun), maven);
        assertThat(home.resolve(".plateau/plugins/acme-kv")).isDirectory();
        assertThat(sources(generateByArchetype(maven))).isEqualTo(sources(folder.resolve("acme-kv")));
        // The file of a service that was started with 'sut start acme-kv --name left' and stopped.
        Files.writeString(
                Files.createDirectories(folder.resolve(".plateau/suts/left")).resolve("service.name"),
                "acme-kv-server");
        execute(commands.subList(firstRun, commands.size()), maven);
        List<Path> runs = RunFolder.all(folder.resolve("runs"));
        assertThat(runs).hasSizeGreaterThanOrEqualTo(2);
        for (Path run : runs) {
            JsonNode result = new RunFolder(run).json("result.json");
            JsonNode workload = result.path("workloads").path(0);
            assertThat(workload.path("all").path("figures").path("errors").asLong())
                    .as(run.toString())
                    .isZero();
            assertThat(workload.path("counters").path("added").asLong()).isPositive();
            JsonNode additions = result.path("reconciliation").path(0);
            assertThat(additions.path("expected").asLong()).isPositive();
            assertThat(additions.path("state").asString())
                    .as(additions.toString())
                    .isEqualTo("ok");
        }
    }

    /** Runs the command of the guide that generates the project with Maven alone, and returns the project. */
    private Path generateByArchetype(PartnerMaven maven) throws IOException, InterruptedException {
        Matcher command =
                Pattern.compile("```\\n(mvn [^`]*archetype:generate[^`]*)```").matcher(Files.readString(PAGE));
        assertThat(command.find()).isTrue();
        List<String> words = List.of(command.group(1).strip().split("[ \\\\\n]+"));
        Path generated = Files.createDirectory(folder.resolve("generated"));
        LaunchedPlateau done = maven.run(generated, Map.of(), words.subList(1, words.size()));
        assertThat(done.exitCode()).as(done.everything()).isZero();
        return generated.resolve("acme-kv");
    }

    private static int firstRun(List<String> commands) {
        for (int i = 0; i < commands.size(); i++) {
            if (commands.get(i).startsWith(RUN)) {
                return i;
            }
        }
        throw new AssertionError("no run in " + commands);
    }

    private void execute(List<String> some, PartnerMaven maven) throws IOException, InterruptedException {
        for (String command : some) {
            List<String> words = List.of(command.split(" +"));
            if (command.equals(COPY)) {
                assertSuccess(
                        command,
                        () -> LaunchedPlateau.startCommand(
                                INSTALLATION,
                                Map.of("HOME", folder.resolve("home").toString()),
                                List.of("sh", "-c", command)));
            } else if (words.getFirst().equals("mvn")) {
                assertSuccess(command, () -> maven.start(folder, Map.of(), withQuickTests(words)));
            } else {
                assertThat(words.getFirst()).isEqualTo("./plateau");
                assertSuccess(command, () -> plateau(withShortCheck(words.subList(1, words.size()))));
            }
        }
    }

    private static List<String> withQuickTests(List<String> maven) {
        List<String> arguments = new ArrayList<>(maven.subList(1, maven.size()));
        arguments.add("-DargLine=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return arguments;
    }

    private static List<String> withShortCheck(List<String> plateau) {
        List<String> arguments = new ArrayList<>(plateau);
        if (String.join(" ", plateau).startsWith("plugin check ")) {
            arguments.addAll(List.of("--operations", "2000"));
        }
        return arguments;
    }

    private static List<String> commands(String heading) throws IOException {
        String guide = Files.readString(PAGE);
        int begin = guide.indexOf(heading + "\n");
        assertThat(begin).as("the section " + heading).isNotNegative();
        int end = guide.indexOf("\n## ", begin);
        List<String> commands = new ArrayList<>();
        Matcher block = COMMANDS.matcher(guide.substring(begin, end));
        while (block.find()) {
            block.group(1)
                    .lines()
                    .map(line -> line.replaceFirst(" +# .*", "").strip())
                    .forEach(commands::add);
        }
        assertThat(commands).contains(COPY).anyMatch(command -> command.startsWith("mvn "));
        return commands;
    }

    @FunctionalInterface
    private interface Launch {
        LaunchedPlateau launch() throws IOException;
    }

    private static LaunchedPlateau assertSuccess(String command, Launch launch)
            throws IOException, InterruptedException {
        LaunchedPlateau done = launch.launch();
        if (done.awaitExit(Duration.ofMinutes(5)) == INVALID && command.startsWith(RUN)) {
            // On a busy machine the run may be invalid.
            done = launch.launch();
        }
        assertThat(done.awaitExit(Duration.ofMinutes(5)))
                .as(command + done.everything())
                .isZero();
        return done;
    }

    /** Runs Plateau with the plugins of a separate home folder. */
    private LaunchedPlateau plateau(List<String> arguments) throws IOException {
        String options = LaunchedPlateau.SHORT_LIVED + " -Duser.home=" + folder.resolve("home");
        return LaunchedPlateau.start(folder, Map.of("PLATEAU_JAVA_OPTIONS", options), arguments);
    }

    private static Map<String, String> sources(Path project) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(project)) {
            List<Path> regular = files.filter(Files::isRegularFile).toList();
            for (Path file : regular) {
                String name = project.relativize(file).toString();
                if (!name.startsWith("target/")) {
                    sources.put(name, Files.readString(file));
                }
            }
        }
        return sources;
    }
}
