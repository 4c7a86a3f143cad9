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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.command.LaunchedPlateau;

/** {@code ./plateau} as a user calls it; the build that runs this test has made the installation. */
final class LauncherIT {

    private static final Path LAUNCHER = LaunchedPlateau.home().resolve("plateau");

    private static final Path BUILT = LaunchedPlateau.home().resolve("distribution/target/plateau");

    @TempDir
    private Path elsewhere = Path.of("");

    @Test
    void classCacheIsUsedFromAnyFolder() throws IOException, InterruptedException {
        assertThat(mainClassSource(LAUNCHER)).endsWith("source: shared objects file");
    }

    @Test
    void symbolicLinksPassArgumentsAndExitCode() throws IOException, InterruptedException {
        Path direct = Files.createSymbolicLink(elsewhere.resolve("direct"), LAUNCHER);
        Path relative = Files.createSymbolicLink(elsewhere.resolve("relative"), direct.getFileName());

        LaunchedPlateau ended = run(relative, "no such command");

        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors()).contains("no such command", "Try '" + relative + " --help'");
    }

    @Test
    void messagesNameLauncherAsCalled() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(elsewhere.resolve("on the path"));
        Files.createSymbolicLink(folder.resolve("plateau"), LAUNCHER);
        Files.createSymbolicLink(elsewhere.resolve("plateau"), LAUNCHER);

        LaunchedPlateau onThePath = LaunchedPlateau.startCommand(
                elsewhere,
                Map.of("PATH", folder + ":" + System.getenv("PATH")),
                List.of("bash", "-c", "plateau sut --help; '" + folder + "/../plateau' compare 4f2a1c"));

        assertThat(onThePath.awaitExit(Duration.ofMinutes(5))).isEqualTo(4);
        assertThat(onThePath.output())
                .startsWith("Usage: plateau sut ")
                .contains("\n  plateau sut start ")
                .doesNotContain("./plateau");
        assertThat(onThePath.errors())
                .contains("on\\ the\\ path/../plateau compare 4f2a1c last", "../plateau runs lists them");
    }

    /** Java itself ends with 1, which is the exit code of a run that missed a limit. */
    @Test
    void jvmStartFailureHasOwnExitCode() throws IOException, InterruptedException {
        Path jdk = Files.createDirectories(elsewhere.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"");
        for (String program : List.of("java", "javac")) {
            Path file = Files.writeString(jdk.resolve("bin").resolve(program), "#!/bin/sh\necho broken; exit 1");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        for (Map.Entry<String, String> wrong : List.of(
                Map.entry("PLATEAU_JAVA_OPTIONS", "-XX:+NoSuchOption"),
                Map.entry("PLATEAU_JAVA_OPTIONS", "-Xmx1k -Dx=y"),
                Map.entry("PLATEAU_JAVA_OPTIONS", "-Xms9999g"),
                Map.entry("PLATEAU_JAVA_OPTIONS", "@/no/such/file"),
                // The launcher's trial start must not wait for a debugger.
                Map.entry("JAVA_TOOL_OPTIONS", "-agentlib:jdwp=transport=dt_socket,server=y -XX:+NoSuchOption"),
                Map.entry("JAVA_TOOL_OPTIONS", "-javaagent:/no/such.jar"),
                Map.entry("JDK_JAVA_OPTIONS", "--no-such-option"),
                Map.entry("JAVA_HOME", jdk.toString()))) {
            LaunchedPlateau ended = run(LAUNCHER, Map.ofEntries(wrong), "--version");

            assertThat(ended.exitCode()).as(ended.everything()).isEqualTo(3);
            assertThat(ended.errors())
                    .startsWith("plateau: Java cannot start: ")
                    .contains("/bin/java ended with exit code 1. ")
                    .contains(wrong.getValue())
                    .hasLineCount(1);
        }
        LaunchedPlateau withLittleMemory = LaunchedPlateau.startCommand(
                elsewhere, Map.of(), List.of("bash", "-c", "ulimit -v 4000000; exec '" + LAUNCHER + "' --version"));
        assertThat(withLittleMemory.awaitExit(Duration.ofMinutes(5)))
                .as(withLittleMemory.everything())
                .isEqualTo(3);
        assertThat(withLittleMemory.errors()).contains("Java cannot start", "ulimit -v");
    }

    @Test
    void damagedInstallationHasOwnExitCode() throws IOException, InterruptedException {
        Path launcher = installation("damaged");
        Path lib = launcher.resolveSibling("lib");
        Files.delete(lib);
        Path built = BUILT.resolve("lib");
        for (String damaged : List.of("plateau-app-", "picocli-", "plateau-engine-")) {
            shell("cd damaged; rm -rf lib; cp -rs '" + built + "' lib; cd lib; for jar in " + damaged
                    + "*; do rm $jar; head -c 9999 '" + built + "'/$jar >$jar; done");
            LaunchedPlateau ended = run(launcher, "--version");

            assertThat(ended.exitCode()).as(ended.everything()).isEqualTo(3);
            assertThat(ended.errors())
                    .startsWith("plateau: a jar in " + lib + " is missing or damaged")
                    .contains("install Plateau again")
                    .hasLineCount(1);
        }
    }

    /** The bytes of the names are written by a shell, since the JVM of this test may have a locale without them. */
    @Test
    void unicodeNamesWorkInAnyLocaleWithoutHome() throws IOException, InterruptedException {
        installation("plain");
        Files.writeString(elsewhere.resolve("spin.yaml"), """
                run: { name: spinning }
                phases: { rampUp: 0s, steady: 2s, rampDown: 1s, drain: 30s }
                workloads: { spin: { plugin: proving/null, load: { users: 1, think: { fixed: 5ms } } } }
                """);
        String output = shell("""
                name=$'m\\303\\274 \\346\\235\\261'
                mv plain "$name"; mv spin.yaml "$name.yaml"
                chmod 755 .; chmod 777 "$name"; nobody="setpriv --reuid=54321 --regid=54321 --clear-groups"
                # As in a container: a user that is not in /etc/passwd.
                $nobody test -r "./$name/lib/plateau-api-"*.jar 2>/dev/null || nobody=
                mkdir -m 777 "$name/1" "$name/2"; i=0
                for place in "env -i X=y" "$nobody env -i LC_ALL=C HOME=/no/home JAVA_TOOL_OPTIONS=-Dx=y"; do
                    $place "PATH=$PATH" "./$name/plateau" run "$name.yaml" --runs-dir "$name/$((++i))" --set rig.agents=1 --quiet
                    echo "ended $?"
                    $place "PATH=$PATH" "./$name/plateau" validate "no $name.yaml"
                    echo "ended $?"
                done
                """);
        assertThat(output.lines().filter(line -> line.startsWith("ended ")))
                .as(output)
                .hasSize(4)
                .allMatch(line -> line.matches("ended [024]"));
        assertThat(output)
                .contains("no m\u00fc \u6771.yaml: there is no such file")
                .doesNotContain("?", "\ufffd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--add-opens java.base/java.lang=ALL-UNNAMED -ea", "-Xshare:off", "-XX:AOTMode=off"})
    void jvmOptionsArePassedOn(String options) throws IOException, InterruptedException {
        LaunchedPlateau ended = run(LAUNCHER, Map.of("PLATEAU_JAVA_OPTIONS", options), "--version");
        assertThat(ended.exitCode()).as(ended.everything()).isZero();
    }

    @Test
    void unusableClassCacheIsIgnoredSilently() throws IOException, InterruptedException {
        Path launcher = installation("copy");
        Path cache = launcher.resolveSibling("classes.aot");
        byte[] cacheBytes = Files.readAllBytes(BUILT.resolve("classes.aot"));
        for (byte[] unusable : List.of(new byte[0], Arrays.copyOf(cacheBytes, cacheBytes.length / 2))) {
            Files.write(cache, unusable);

            assertThat(mainClassSource(launcher)).contains("plateau-app-");
        }
    }

    /** The source of the main class, as logged by the JVM for a command that works. */
    private String mainClassSource(Path launcher) throws IOException, InterruptedException {
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
                .filter(line -> line.contains(" org.plateaubench.cli.Start "))
                .findFirst()
                .orElseThrow();
    }

    /** Makes an installation whose libraries and plugins are those of the build. */
    private Path installation(String name) throws IOException {
        Path folder = Files.createDirectory(elsewhere.resolve(name));
        for (String part : List.of("lib", "plugins", "release")) {
            Files.createSymbolicLink(folder.resolve(part), BUILT.resolve(part));
        }
        return Files.copy(LAUNCHER, folder.resolve("plateau"), StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** Runs a script in the folder of the test, and returns everything that it printed. */
    private String shell(String script) throws IOException, InterruptedException {
        LaunchedPlateau shell =
                LaunchedPlateau.startCommand(elsewhere, Map.of(), List.of("bash", "-c", "exec 2>&1; " + script));
        shell.awaitExit(Duration.ofMinutes(2));
        return shell.output();
    }

    private LaunchedPlateau run(Path launcher, String... arguments) throws IOException, InterruptedException {
        return run(launcher, Map.of(), arguments);
    }

    private LaunchedPlateau run(Path launcher, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(launcher.toString()), Arrays.stream(arguments))
                .toList();
        LaunchedPlateau launched = LaunchedPlateau.startCommand(elsewhere, environment, command);
        launched.awaitExit(Duration.ofMinutes(5));
        return launched;
    }
}
