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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/**
 * The worked example of the plugin guide, command by command as the guide has them, with real Maven and on real sockets:
 * so neither the guide nor the project that it makes can rot.
 */
@Isolated("its runs must pass")
final class PluginGuideIT {
    private static final Path GUIDE = LaunchedPlateau.home().resolve("docs/plugin-guide.md");
    private static final Pattern COMMANDS = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final int INVALID = 2;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theGuideLeadsFromAnEmptyFolderToAResult() throws IOException, InterruptedException {
        Path repository = folder.resolve("repository");
        PartnerMaven maven = PartnerMaven.withNetwork(folder, repository);
        // As 'sut start acme-kv --name left', stopped again, leaves it.
        Files.writeString(
                Files.createDirectories(folder.resolve(".plateau/suts/left")).resolve("service.name"),
                "acme-kv-server");
        for (String command : commands("## From an empty folder to a result")) {
            List<String> words = List.of(command.split(" +"));
            if (command.equals("./plateau sdk")) {
                succeeds(command, () -> plateau(List.of("sdk", "--no-javadoc", "--repository", repository.toString())));
            } else if (words.getFirst().equals("mvn")) {
                succeeds(command, () -> maven.start(folder, Map.of(), withQuickTests(words)));
            } else {
                assertThat(words.getFirst()).isEqualTo("./plateau");
                LaunchedPlateau done = succeeds(command, () -> plateau(withShortCheck(words.subList(1, words.size()))));
                if (command.contains(" plugin remove ")) {
                    assertThat(done.output()).contains("rm -r .plateau/suts/left");
                }
            }
        }

        assertThat(byTheArchetype(maven)).isEqualTo(sources(folder.resolve("acme-kv")));
        List<Path> runs = RunFolder.all(folder.resolve("runs"));
        assertThat(runs).hasSizeGreaterThanOrEqualTo(2);
        for (Path run : runs) {
            JsonNode result = new RunFolder(run).json("result.json");
            JsonNode workload = result.path("workloads").path(0);
            assertThat(workload.path("all").path("counts").path("errors").asLong())
                    .as(run.toString())
                    .isZero();
            assertThat(workload.path("counters").path("added").asLong()).isPositive();
            JsonNode additions = result.path("reconciliation").path(0);
            assertThat(additions.path("expected").asLong()).isPositive();
            assertThat(additions.path("state").asString())
                    .as(additions.toString())
                    .isEqualTo("ok");
        }
        assertThat(folder.resolve("home/.plateau/plugins/acme-kv")).doesNotExist();
    }

    /** The files of the project that the guide's other command makes, with Maven alone. */
    private Map<String, String> byTheArchetype(PartnerMaven maven) throws IOException, InterruptedException {
        Matcher command =
                Pattern.compile("```\\n(mvn [^`]*archetype:generate[^`]*)```").matcher(Files.readString(GUIDE));
        assertThat(command.find()).isTrue();
        List<String> words = List.of(command.group(1).strip().split("[ \\\\\n]+"));
        Path generated = Files.createDirectory(folder.resolve("generated"));
        LaunchedPlateau done = maven.run(generated, Map.of(), words.subList(1, words.size()));
        assertThat(done.exitCode()).as(done.everything()).isZero();
        return sources(generated.resolve("acme-kv"));
    }

    private static Map<String, String> sources(Path project) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = project.relativize(file).toString();
                if (!name.startsWith("target/")) {
                    sources.put(name, Files.readString(file));
                }
            }
        }
        return sources;
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
        String guide = Files.readString(GUIDE);
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
        assertThat(commands).contains("./plateau sdk").anyMatch(command -> command.startsWith("mvn "));
        return commands;
    }

    @FunctionalInterface
    private interface Start {
        LaunchedPlateau now() throws IOException;
    }

    private static LaunchedPlateau succeeds(String command, Start start) throws IOException, InterruptedException {
        LaunchedPlateau done = start.now();
        if (done.awaitExit(Duration.ofMinutes(5)) == INVALID && command.contains(" run ")) {
            // The machine stalled the harness, which voids a run by right.
            done = start.now();
        }
        assertThat(done.awaitExit(Duration.ofMinutes(5)))
                .as(command + done.everything())
                .isZero();
        return done;
    }

    /** With the plugins of a home of its own. */
    private LaunchedPlateau plateau(List<String> arguments) throws IOException {
        String options = LaunchedPlateau.SHORT_LIVED + " -Duser.home=" + folder.resolve("home");
        return LaunchedPlateau.start(folder, Map.of("PLATEAU_JAVA_OPTIONS", options), arguments);
    }
}
