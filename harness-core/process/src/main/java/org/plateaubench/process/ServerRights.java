// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.spi.SutException;

/** Rights of servers that refuse to run as root; all others run as the user of the harness. Thread-safe. */
public final class ServerRights {
    private static final int NOBODY = 65534;
    private static final Duration TRIAL_TIMEOUT = Duration.ofSeconds(5);

    /**
     * Runs a program as user nobody. Of root's rights it keeps only access to all files, since programs and data are in
     * root's folders, and a server's own check of them ({@code access}) must succeed.
     */
    public static final List<String> AS_NOBODY = List.of(
            "setpriv",
            "--no-new-privs",
            "--reuid=" + NOBODY,
            "--regid=" + NOBODY,
            "--clear-groups",
            "--securebits=+no_setuid_fixup",
            "--inh-caps=-all,+dac_override",
            "--ambient-caps=-all,+dac_override",
            "--bounding-set=-all,+dac_override");

    private ServerRights() {}

    public static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name")); // Not Linux.
        }
    }

    /**
     * The prefix of the commands of a server that refuses to run as root; empty for an ordinary user. As root, this
     * gives the folders to the server's user.
     */
    public static List<String> withoutRoot(String product, List<Path> folders)
            throws IOException, SutException, InterruptedException {
        if (!isRoot()) {
            return List.of();
        }
        requireSetpriv(product, AS_NOBODY, folders.getFirst());
        for (Path each : folders) {
            changeOwner(each);
        }
        return AS_NOBODY;
    }

    static void requireSetpriv(String product, List<String> prefix, Path folder)
            throws IOException, SutException, InterruptedException {
        Path log = Files.createTempFile(folder, "rights", ".log");
        try {
            List<String> trial =
                    Stream.concat(prefix.stream(), Stream.of("true")).toList();
            if (!succeeds(new Program(trial, folder, log))) {
                throw new SutException(product + " does not run as root, and setpriv does not work here to run it as"
                        + " user nobody; start the harness as an ordinary user.");
            }
        } finally {
            Files.delete(log);
        }
    }

    private static boolean succeeds(Program program) throws InterruptedException {
        try {
            return program.run(TRIAL_TIMEOUT);
        } catch (IOException e) {
            return false;
        }
    }

    /** Links are not followed and keep their owner. */
    private static void changeOwner(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : (Iterable<Path>) files::iterator) {
                if (!Files.isSymbolicLink(each)) {
                    setOwner(each);
                }
            }
        }
    }

    private static void setOwner(Path path) throws IOException {
        Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", NOBODY, LinkOption.NOFOLLOW_LINKS);
    }
}
