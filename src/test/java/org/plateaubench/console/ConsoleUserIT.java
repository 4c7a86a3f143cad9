// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.Await;
import org.plateaubench.command.LaunchedPlateau;
import org.plateaubench.engine.document.Documents;

/**
 * A console that root starts with the option --user changes to that user before it serves, and so do its child
 * processes. Needs root. {@link ConsoleProcess} checks the warning of a console that remains root's.
 */
@Tag("slow")
final class ConsoleUserIT {
    private static final String USER = "nobody";
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void makeFolderReadable() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void assumeRoot() {
        assumeTrue(ConsoleProcess.isRoot(), "only root may become another user");
    }

    private void changeOwner(Path path) throws IOException {
        UserPrincipal user =
                path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER);
        Files.setOwner(path, user);
    }

    @Test
    void consoleAndRunsDropRootPrivileges() throws IOException, InterruptedException {
        assumeRoot();
        changeOwner(folder);
        try (ConsoleProcess console = ConsoleProcess.start(folder, 0, Map.of(), "--user", USER)) {
            assertThat(console.everything()).doesNotContain("runs as root");
            ProcessHandle process = ProcessHandle.of(console.processId()).orElseThrow();
            assertHasNoRights(process);
            assertThat(Files.getOwner(folder.resolve("console")).getName()).isEqualTo(USER);
            ConsoleSession admin = ConsoleSession.firstAdmin(console);
            String text = Files.readString(folder.resolve("files/runs/quickstart.yaml"));
            String item = String.valueOf(
                    ConsoleSession.json(admin.send("POST", "/queue", Documents.line(Map.of("text", text))))
                            .get("id"));
            // The run and its SUT are JVMs. Other JVMs have ended before this check.
            Await.until(
                    TIMEOUT, console::everything, () -> javaProcesses(process).size() >= 2);
            List<ProcessHandle> started = javaProcesses(process);
            for (ProcessHandle child : started) {
                assertHasNoRights(child);
            }
            admin.send("DELETE", "/queue/" + item, null);
            admin.send("DELETE", "/queue/" + item, null);
            Await.until(TIMEOUT, console::everything, () -> started.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    private static List<ProcessHandle> javaProcesses(ProcessHandle process) {
        return process.descendants()
                .filter(child -> child.info().command().orElse("").endsWith("/java"))
                .toList();
    }

    /** Checks the process in Linux: its user, no capabilities, and no way to gain any. */
    private static void assertHasNoRights(ProcessHandle process) throws IOException {
        List<String> status = Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"));
        assertThat(status)
                .filteredOn(line -> line.startsWith("Uid:"))
                .allMatch(line -> line.matches("Uid:(\\s+65534){4}"));
        assertThat(status)
                .contains("NoNewPrivs:\t1")
                .filteredOn(line -> line.startsWith("Cap"))
                .hasSize(5)
                .allMatch(line -> line.endsWith("\t0000000000000000"));
    }

    @Test
    void invalidUserOptionIsRefusedWithRemedy() throws IOException, InterruptedException {
        assumeRoot();
        assertRefused(
                4, "there is no user 'no-such-user' on this machine; make one with: useradd", "--user", "no-such-user");
        assertRefused(4, "there is no user '65534'", "--user=65534");
        assertRefused(4, "root has root's rights; name an ordinary user", "--user", "root");
        Path own = Files.createDirectory(folder.resolve("own"));
        String data = own.resolve("console").toString();
        assertRefused(3, data + " does not exist and nobody", "--user", USER, "--data", data);
        Files.createDirectory(Path.of(data));
        assertRefused(3, "sudo chown -R nobody " + data, "--user", USER, "--data", data);
        changeOwner(Path.of(data));
        Files.createFile(Path.of(data, "console.lock"));
        assertRefused(3, "sudo chown -R nobody " + data, "--user", USER, "--data", data);
        changeOwner(Path.of(data, "console.lock"));
        assertRefused(3, "name another folder with --runs-dir", "--user", USER, "--data", data);
    }

    @Test
    void userOptionNeedsRoot() throws IOException, InterruptedException {
        List<String> asNobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        String name = ConsoleProcess.isRoot() ? USER : System.getProperty("user.name");
        if (ConsoleProcess.isRoot()) {
            changeOwner(folder);
        }
        assertRefused(
                ConsoleProcess.isRoot() ? asNobody : List.of(),
                4,
                "--user daemon needs root, and this is " + name,
                "--user",
                "daemon");
    }

    /** Only the JVM reads an argument file, not the launcher. */
    @Test
    void userOptionInArgumentFileIsRefused() throws IOException, InterruptedException {
        Path arguments = Files.writeString(folder.resolve("arguments"), "--user\ndaemon\n");
        String sentence = "the console runs as " + System.getProperty("user.name") + " and not as daemon";
        assertRefused(4, sentence, "@" + arguments);
    }

    private void assertRefused(int code, String sentence, String... options) throws IOException, InterruptedException {
        assertRefused(List.of(), code, sentence, options);
    }

    private void assertRefused(List<String> prefix, int code, String sentence, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add(LaunchedPlateau.home().resolve("plateau").toString());
        command.addAll(List.of(
                "console", "--port", "0", "--runs-dir", folder.resolve("runs").toString()));
        command.addAll(List.of(options));
        try (LaunchedPlateau refused = LaunchedPlateau.startCommand(folder, Map.of(), command)) {
            assertThat(refused.awaitExit(TIMEOUT)).as(refused.everything()).isEqualTo(code);
            assertThat(refused.errors())
                    .startsWith("plateau: ")
                    .contains(sentence)
                    .hasLineCount(1);
        }
    }
}
