// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.command.Await;
import org.plateaubench.command.LaunchedPlateau;

/** A console that the launcher started, with the quickstart as its only run file. A console that runs as root prints a warning. */
final class ConsoleProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)/");
    private static final Pattern LINK = Pattern.compile("http://\\S+#token=\\S+");

    private final LaunchedPlateau launched;

    private ConsoleProcess(LaunchedPlateau launched) {
        this.launched = launched;
    }

    /** Starts a console on a separate folder, on any free port with port 0, and waits until it serves. */
    static ConsoleProcess start(Path folder, int port) throws IOException {
        return start(folder, port, Map.of());
    }

    /** As {@link #start(Path, int)}, with further variables in its environment, and options. */
    static ConsoleProcess start(Path folder, int port, Map<String, String> environment, String... options)
            throws IOException {
        Path files = Files.createDirectories(folder.resolve("files/runs"));
        Files.writeString(
                files.resolve("quickstart.yaml"),
                Files.readString(LaunchedPlateau.home().resolve("configs/runs/quickstart.yaml")));
        List<String> arguments = new ArrayList<>(List.of("console", "--port", Integer.toString(port)));
        arguments.addAll(List.of("--runs-dir", folder.resolve("runs").toString()));
        arguments.addAll(List.of("--files", folder.resolve("files").toString()));
        arguments.addAll(List.of("--data", folder.resolve("console").toString()));
        arguments.addAll(List.of(options));
        LaunchedPlateau launched = LaunchedPlateau.start(folder, environment, arguments);
        Await.until(TIMEOUT, launched::everything, () -> {
            if (!launched.isAlive()) {
                throw new AssertionError("ended" + launched.everything());
            }
            return launched.output().contains("Ctrl-C");
        });
        if (isRoot() && !arguments.contains("--user")) {
            assertThat(launched.errors())
                    .contains("plateau: The console runs as root", "name an ordinary user with --user NAME.");
        }
        return new ConsoleProcess(launched);
    }

    /** Whether this test, and so the console, runs as root. */
    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    int port() {
        return Integer.parseInt(found(ADDRESS).group(1));
    }

    long processId() {
        return launched.processId();
    }

    String address() {
        return found(ADDRESS).group();
    }

    /** The link that signs in once. */
    String firstLink() {
        return found(LINK).group();
    }

    private Matcher found(Pattern pattern) {
        Matcher matcher = pattern.matcher(launched.output());
        if (!matcher.find()) {
            throw new AssertionError("no " + pattern + launched.everything());
        }
        return matcher;
    }

    /** Kills the console, as the OOM killer would; its runs are separate processes and continue. */
    void kill() throws IOException, InterruptedException {
        launched.signal("KILL");
        launched.awaitExit(TIMEOUT);
    }

    String everything() {
        return launched.everything();
    }

    @Override
    public void close() {
        launched.close();
    }
}
