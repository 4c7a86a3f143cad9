// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a console is started with. Immutable.
 *
 * @param host interface to serve on
 * @param port port to serve on, 0 for any that is free
 * @param runs folder of run directories
 * @param files folder of run files that the console lists, edits and starts
 * @param data folder of the console's own data: accounts and other records, catalog, queued run files
 * @param catalog JDBC URL of a PostgreSQL catalog; empty for the embedded one
 * @param launcher the command that starts Plateau, for the processes of runs
 * @param exposure who may reach it, and how
 * @param newRecords whether a file of accounts, API tokens, audit log and queue that is damaged or missing is to be
 *     replaced by an empty one
 * @param provider who signs people in besides the console; empty for nobody
 */
public record ConsoleOptions(
        String host,
        int port,
        Path runs,
        Path files,
        Path data,
        Optional<String> catalog,
        List<String> launcher,
        Exposure exposure,
        boolean newRecords,
        Optional<SignInProvider> provider) {
    public ConsoleOptions {
        launcher = List.copyOf(launcher);
    }

    /** What an administrator of this console has allowed its runs. */
    public AllowListFile allowList() {
        return AllowListFile.in(data);
    }

    /** Options of a console for this machine alone. */
    public ConsoleOptions(
            String host, int port, Path runs, Path files, Path data, Optional<String> catalog, List<String> launcher) {
        this(host, port, runs, files, data, catalog, launcher, Exposure.LOCAL, false, Optional.empty());
    }

    /**
     * Who may reach a console, and how. Immutable.
     *
     * @param allowedHosts further names under which it answers
     * @param keystore PKCS 12 file with certificate and key, for TLS; empty for none
     * @param keystorePassword password of that file
     * @param insecure whether it may serve others than this machine without TLS
     * @param newToken whether to make a token for the first sign-in although somebody has an account
     */
    public record Exposure(
            List<String> allowedHosts,
            Optional<Path> keystore,
            String keystorePassword,
            boolean insecure,
            boolean newToken) {
        /** This machine alone. */
        public static final Exposure LOCAL = new Exposure(List.of(), Optional.empty(), "", false, false);

        public Exposure {
            allowedHosts = List.copyOf(allowedHosts);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Exposure[" + allowedHosts + ", " + keystore + ", insecure=" + insecure + "]";
        }
    }
}
