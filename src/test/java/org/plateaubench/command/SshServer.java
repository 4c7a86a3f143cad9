// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real sshd on loopback with separate keys, only for the user of the test, whose home folder belongs to the test.
 * Clients use the file {@code ssh_config}.
 */
record SshServer(Process process, int port) implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static SshServer start(Path folder) throws IOException, InterruptedException {
        Path own = Files.createDirectory(
                folder.resolve("sshd"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path home = Files.createDirectory(folder.resolve("home"));
        for (String key : List.of("host", "user")) {
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    own.resolve(key).toString());
        }
        int port = Forked.freePort();
        Path configuration = Files.writeString(own.resolve("sshd_config"), """
                Port %d
                ListenAddress 127.0.0.1
                HostKey %s
                AuthorizedKeysFile %s
                PidFile none
                UsePAM no
                PasswordAuthentication no
                StrictModes no
                PermitRootLogin yes
                ForceCommand echo "News of this host." >&2; HOME=%s PLATEAU_NO_BUILD=1 PLATEAU_JAVA_OPTIONS='%s' exec sh -c "$SSH_ORIGINAL_COMMAND"
                """.formatted(
                        port, own.resolve("host"), own.resolve("user.pub"), home, LaunchedPlateau.SHORT_LIVED));
        Files.writeString(
                own.resolve("known"), "[127.0.0.1]:" + port + " " + Files.readString(own.resolve("host.pub")));
        Files.writeString(folder.resolve("ssh_config"), """
                Host *
                  IdentityFile %s
                  IdentitiesOnly yes
                  UserKnownHostsFile %s
                """.formatted(own.resolve("user"), own.resolve("known")));
        // An sshd of root needs this folder, which otherwise the system's service makes.
        if (ProcessHandle.current().info().user().orElse("").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        Path log = own.resolve("log");
        Process process = new ProcessBuilder("/usr/sbin/sshd", "-D", "-e", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Await.until(TIMEOUT, () -> "sshd: " + text(log), () -> text(log).contains("Server listening on"));
        return new SshServer(process, port);
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(new ArrayList<>(List.of(command)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
