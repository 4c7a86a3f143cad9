// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.spi.SutException;

/**
 * Limits the rights of servers that are foreign programs and that refuse to run as root, or should not. When an
 * ordinary user starts them, they run as that user.
 */
public final class ServerRights {
    private static final String NOBODY = "65534";

    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(5);

    /**
     * Runs a server as user nobody. Of root's rights the server keeps only access to all files, since programs and data
     * are in root's folders, and the server's own check of them ({@code access}) must succeed.
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

    /**
     * Runs a server in a user namespace that maps no user. It has no rights beyond those of a file's owner, and still
     * owns the files that the harness created. Many containers do not allow user namespaces.
     */
    static final List<String> IN_NAMESPACE = inNamespace();

    /** The same for servers that switch users themselves, which fails in a namespace that maps no user. */
    static final List<String> IN_NAMED_NAMESPACE = inNamespace("--map-user=" + NOBODY, "--map-group=" + NOBODY);

    private ServerRights() {}

    /** A process has all capabilities in a namespace of its own; setpriv needs one of them to drop them all. */
    private static List<String> inNamespace(String... mapping) {
        return Stream.of(Stream.of("unshare", "--user", "--keep-caps"), Stream.of(mapping), keeping().stream())
                .flatMap(words -> words)
                .toList();
    }

    /**
     * The prefix of the command of a server that has to run as root and switches users itself: it keeps the named
     * capabilities and never gains another. Empty if setpriv does not work on this host.
     *
     * @param folder folder for the log of a trial
     * @param kept capabilities as setpriv names them, such as {@code setuid}
     */
    public static List<String> ofRoot(Path folder, List<String> kept) throws InterruptedException {
        List<String> way = keeping(kept.toArray(String[]::new));
        return works(Stream.concat(way.stream(), Stream.of("true")).toList(), folder) ? way : List.of();
    }

    /**
     * Removes all but the named capabilities from a program of root, and prevents it from gaining others by executing
     * another file.
     */
    static List<String> keeping(String... capabilities) {
        String kept = Stream.of(capabilities).map(name -> ",+" + name).collect(Collectors.joining());
        return List.of(
                "setpriv", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all" + kept);
    }

    /** The failure of a server that could not be started with fewer rights. */
    static SutException refused(String product) {
        return new SutException(product + " does not run as root, and neither unshare --user nor setpriv works here to"
                + " run it with fewer rights; start the harness as an ordinary user.");
    }

    /** Whether a command can be started and exits with code 0. */
    static boolean works(List<String> command, Path folder) throws InterruptedException {
        try {
            Path log = Files.createTempFile(folder, "rights", ".log");
            try {
                return new Program(command, folder, log).run(TRIAL_LIMIT);
            } finally {
                Files.delete(log);
            }
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether this process runs as root. */
    public static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name")); // Not Linux.
        }
    }
}
