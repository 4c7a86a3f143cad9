// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.LaunchedPlateau;

/** {@code ./plateau} as a user calls it; the build that runs this test has made the installation. */
final class LauncherIT {

    private static final Path LAUNCHER = LaunchedPlateau.home().resolve("plateau");

    @TempDir
    private Path elsewhere = Path.of("");

    @Test
    void worksFromAnyFolderWithWhatTheBuildHasLearned() throws IOException, InterruptedException {
        assertThat(sourceOfItsMainClass(LAUNCHER)).endsWith("source: shared objects file");
    }

    @Test
    void worksThroughSymbolicLinksAndHandsOnArgumentsAndExitCode() throws IOException, InterruptedException {
        Path direct = Files.createSymbolicLink(elsewhere.resolve("direct"), LAUNCHER);
        Path relative = Files.createSymbolicLink(elsewhere.resolve("relative"), direct.getFileName());

        LaunchedPlateau ended = run(relative, "no such command");

        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors()).contains("no such command", "Try '" + relative + " --help'");
    }

    @Test
    void isNamedInItsTextsAsItWasCalled() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(elsewhere.resolve("on the path"));
        Files.createSymbolicLink(folder.resolve("plateau"), LAUNCHER);
        Files.createSymbolicLink(elsewhere.resolve("plateau"), LAUNCHER);

        LaunchedPlateau onThePath = LaunchedPlateau.startCommand(
                elsewhere,
                Map.of("PATH", folder + ":" + System.getenv("PATH")),
                List.of("bash", "-c", "plateau sut --help; '" + folder + "/../plateau' compare 4f2a1c"));

        assertThat(onThePath.awaitExit(Duration.ofMinutes(1))).isEqualTo(4);
        assertThat(onThePath.output())
                .startsWith("Usage: plateau sut ")
                .contains("\n  plateau sut start ")
                .doesNotContain("./plateau");
        assertThat(onThePath.errors())
                .contains("on\\ the\\ path/../plateau compare 4f2a1c last", "../plateau runs lists them");
    }

    /** Java ends with 1 then, which is the code of a run that missed a limit. */
    @Test
    void anOptionThatTheJvmRefusesIsWrongUsageAndNoVerdict() throws IOException, InterruptedException {
        for (String option : List.of("-XX:+NoSuchOption", "-Xmx1k -Dx=y", "--no-such-option", "@/no/such/file")) {
            LaunchedPlateau ended = run(LAUNCHER, Map.of("PLATEAU_JAVA_OPTIONS", option), "--version");

            assertThat(ended.exitCode()).as(ended.everything()).isEqualTo(4);
            assertThat(ended.errors())
                    .startsWith("plateau: the JVM cannot start with PLATEAU_JAVA_OPTIONS=" + option + ": ")
                    .hasLineCount(1);
        }
    }

    @Test
    void anOptionWithAWordOfItsOwnIsPassedOn() throws IOException, InterruptedException {
        String options = "--add-opens java.base/java.lang=ALL-UNNAMED -ea";
        LaunchedPlateau ended = run(LAUNCHER, Map.of("PLATEAU_JAVA_OPTIONS", options), "--version");

        assertThat(ended.exitCode()).as(ended.everything()).isZero();
    }

    /** What C2 compiles never pays there; any other agent has it. */
    @Test
    void anAgentThatOnlyObservesHasTheFirstCompilerAlone() throws IOException, InterruptedException {
        Map<String, String> told = Map.of("PLATEAU_JAVA_OPTIONS", "-XX:+PrintFlagsFinal");
        assertThat(run(LAUNCHER, told, "agent", "--credentials", "none", "--telemetry")
                        .output())
                .containsPattern("TieredStopAtLevel += 1 ")
                .containsPattern("UsePerfData += false ");
        assertThat(run(LAUNCHER, told, "agent", "--credentials", "none", "--allow", "any")
                        .output())
                .containsPattern("TieredStopAtLevel += 4 ");
    }

    @Test
    void anAgentThatOnlyObservesHasTheCompilersThatTheUserHasChosen() throws IOException, InterruptedException {
        Map<String, String> chosen = Map.of(
                "-XX:TieredStopAtLevel=2", "TieredStopAtLevel += 2 ",
                "-XX:-TieredCompilation", "TieredStopAtLevel += 4 ");
        for (Map.Entry<String, String> choice : chosen.entrySet()) {
            Map<String, String> told = Map.of("PLATEAU_JAVA_OPTIONS", "-XX:+PrintFlagsFinal " + choice.getKey());
            assertThat(run(LAUNCHER, told, "agent", "--credentials", "none", "--telemetry")
                            .output())
                    .containsPattern(choice.getValue());
        }
    }

    @Test
    void startsInSilenceWithoutWhatDoesNotFit() throws IOException, InterruptedException {
        Path built = LaunchedPlateau.home().resolve("distribution/target/plateau");
        Path copy = Files.createDirectories(elsewhere.resolve("distribution/target/plateau"));
        Files.createSymbolicLink(copy.resolve("lib"), built.resolve("lib"));
        Files.copy(built.resolve("built"), copy.resolve("built"));
        Files.copy(
                LaunchedPlateau.home().resolve("distribution/find-jdk.sh"),
                elsewhere.resolve("distribution/find-jdk.sh"));
        Path launcher = Files.copy(LAUNCHER, elsewhere.resolve("plateau"), StandardCopyOption.COPY_ATTRIBUTES);
        byte[] learned = Files.readAllBytes(built.resolve("classes.aot"));
        for (byte[] unfit : List.of(new byte[0], Arrays.copyOf(learned, learned.length / 2))) {
            Files.write(copy.resolve("classes.aot"), unfit);

            assertThat(sourceOfItsMainClass(launcher)).contains("plateau-cli-");
        }
    }

    @Test
    void startsWithoutItWhereTheUserHasChosenOtherwise() throws IOException, InterruptedException {
        for (String choice : List.of("-Xshare:off", "-XX:AOTMode=off")) {
            LaunchedPlateau ended = run(LAUNCHER, Map.of("PLATEAU_JAVA_OPTIONS", choice), "--version");

            assertThat(ended.exitCode()).as(ended.everything()).isZero();
        }
    }

    /** What the JVM says of the class, of a command that works and whose output is its own. */
    private String sourceOfItsMainClass(Path launcher) throws IOException, InterruptedException {
        Path log = elsewhere.resolve("classes.log");
        LaunchedPlateau ended =
                run(launcher, Map.of("PLATEAU_JAVA_OPTIONS", "-Xlog:class+load:file=" + log), "--version");
        assertThat(ended.exitCode()).as(ended.everything()).isZero();
        assertThat(ended.output().lines())
                .singleElement()
                .asString()
                .startsWith("Plateau ")
                .doesNotContain("not packaged");
        assertThat(ended.errors()).isEmpty();
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains(" org.plateaubench.cli.PlateauCommand "))
                .findFirst()
                .orElseThrow();
    }

    private LaunchedPlateau run(Path launcher, String... arguments) throws IOException, InterruptedException {
        return run(launcher, Map.of(), arguments);
    }

    private LaunchedPlateau run(Path launcher, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(launcher.toString()), Arrays.stream(arguments))
                .toList();
        LaunchedPlateau launched = LaunchedPlateau.startCommand(elsewhere, environment, command);
        launched.awaitExit(Duration.ofMinutes(1));
        return launched;
    }
}
