// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.plateaubench.process.Program;
import org.plateaubench.spi.SutException;

/**
 * Database servers refuse to run as root. Started in a user namespace of its own that maps nobody, a server has no
 * rights beyond those of a file's owner, and still owns what the harness made.
 */
public final class ServerRights {
    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(5);
    private static final List<String> NAMESPACE = List.of("unshare", "--user");

    private ServerRights() {}

    /**
     * What to put before the command of a server: nothing for an ordinary user.
     *
     * @param folder takes the log of a trial
     * @throws SutException for root where no user namespace can be made
     */
    public static List<String> prefix(String product, Path folder) throws SutException, InterruptedException {
        try {
            if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
                return List.of();
            }
            Path log = folder.resolve("unshare.log");
            boolean works = new Program(List.of("unshare", "--user", "true"), folder, log).run(TRIAL_LIMIT);
            Files.delete(log);
            if (works) {
                return NAMESPACE;
            }
        } catch (IOException e) {
            throw new SutException(product + " cannot be started by root here (" + e.getMessage() + ")", e);
        }
        throw new SutException(product + " does not run as root, and this system lets no user namespace be made for it"
                + " (unshare --user fails): start the harness as an ordinary user.");
    }
}
