// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.spi.SutException;

/** Servers that are programs of others refuse to run as root, or should. An ordinary user's run as that user. */
public final class ServerRights {
    private static final String NOBODY = "65534";

    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(5);

    /**
     * As user nobody. Of root's rights it keeps the one to reach files, since programs and data lie in root's folders,
     * and the server's own look at them ({@code access}) must see that right.
     */
    public static final List<String> AS_NOBODY = List.of(
            "setpriv",
            "--reuid=" + NOBODY,
            "--regid=" + NOBODY,
            "--clear-groups",
            "--securebits=+no_setuid_fixup",
            "--inh-caps=-all,+dac_override",
            "--ambient-caps=-all,+dac_override");

    /**
     * For root, the best first. In a user namespace of its own, a server has no rights beyond those of a file's owner,
     * and still owns what the harness made; but many containers let none be made.
     */
    private static final List<List<String>> WAYS = List.of(List.of("unshare", "--user"), AS_NOBODY);

    /**
     * The same for servers that set the user they are already, which nobody is in a namespace that maps no user.
     */
    private static final List<List<String>> NAMED_WAYS =
            List.of(List.of("unshare", "--user", "--map-user=" + NOBODY, "--map-group=" + NOBODY), AS_NOBODY);

    private ServerRights() {}

    /**
     * What to put before the command of a server: nothing for an ordinary user.
     *
     * @param folder takes the log of a trial
     * @throws SutException for root where there is no way
     */
    public static List<String> prefix(String product, Path folder) throws SutException, InterruptedException {
        return isRoot() ? prefix(product, folder, WAYS) : List.of();
    }

    /**
     * What to put before the command of a server that sets the user it runs as, whom it must know by name: nothing for
     * an ordinary user, else nobody.
     *
     * @param folder takes the log of a trial
     * @throws SutException for root where there is no way
     */
    public static List<String> namedPrefix(String product, Path folder) throws SutException, InterruptedException {
        return isRoot() ? prefix(product, folder, NAMED_WAYS) : List.of();
    }

    /** As the two above for root, of given ways. */
    public static List<String> prefix(String product, Path folder, List<List<String>> ways)
            throws SutException, InterruptedException {
        for (List<String> way : ways) {
            if (works(Stream.concat(way.stream(), Stream.of("true")).toList(), folder)) {
                return way;
            }
        }
        throw new SutException(product + " does not run as root, and neither unshare --user nor setpriv works here to"
                + " run it with fewer rights; start the harness as an ordinary user.");
    }

    /** Whether a command can be run, and does well. */
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

    /** Whether this process is root's. */
    public static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name")); // not Linux
        }
    }
}
