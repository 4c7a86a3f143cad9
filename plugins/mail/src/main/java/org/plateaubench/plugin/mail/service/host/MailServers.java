// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** Mail servers installed on this host, started together with a generated configuration in a folder. */
public abstract class MailServers extends EmbeddedService {
    /** Longest path of the folder, so that a socket below it stays within the limit of the system (107). */
    private static final int SHORT_PATH = 60;

    /**
     * The running servers.
     *
     * @param site their address
     * @param configuration their versions and settings
     * @param access lines for the user
     */
    public record Running(SiteAddress site, Map<String, String> configuration, List<String> access)
            implements RunningSut {
        public Running {
            configuration = new TreeMap<>(configuration);
            access = List.copyOf(access);
        }

        @Override
        public Map<String, String> properties() {
            return site.properties();
        }

        @Override
        public String place() {
            return site.place();
        }
    }

    /** Creates the servers of a SUT. */
    protected MailServers(String service, SutContext<?> context) {
        super("The mail site", service, context);
    }

    /**
     * Starts all servers.
     *
     * @param socketFolder folder for sockets
     */
    protected abstract Running launch(Path socketFolder, String password, Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException;

    /** Returns the file with the password of this start. */
    protected final Path passwordFile() {
        return folder().resolve("password");
    }

    @Override
    protected final RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        String password = OwnerOnly.newPassword();
        OwnerOnly.file(passwordFile(), password);
        return launch(socketFolder(), password, servers, progress);
    }

    private Path socketFolder() throws IOException, SutException {
        Path socketFolder = folder().resolve("run");
        if (socketFolder.toString().length() <= SHORT_PATH) {
            FileTree.remove(socketFolder);
            return Files.createDirectory(
                    socketFolder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        Path link = elsewhere();
        if (Files.exists(link)) {
            FileTree.remove(link.toRealPath());
        }
        Files.deleteIfExists(link);
        // Others may pass through it, since the server that stores mail may be another user, but not list it.
        Path elsewhere = Files.createTempDirectory("plateau-mail");
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx--x--x"));
        if (elsewhere.toString().length() > SHORT_PATH) {
            Files.delete(elsewhere);
            throw new SutException(name() + " has no place for its sockets, whose folder's path may have " + SHORT_PATH
                    + " characters: " + socketFolder + " has "
                    + socketFolder.toString().length() + ", and " + elsewhere + " has "
                    + elsewhere.toString().length() + "; name a shorter folder for runs by --runs-dir.");
        }
        Files.createSymbolicLink(link, elsewhere);
        return elsewhere;
    }

    /**
     * Creates the folder for the sockets of the server that stores mail. The folder belongs to that server, and a
     * program of root has a link in the enclosing folder.
     */
    protected static Path ownSockets(Path socketFolder) throws IOException {
        // Dovecot requires these permissions.
        return Files.createDirectory(
                socketFolder.resolve("store"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    /** Returns the link to the folder for sockets, used when the path of the SUT's folder is too long. */
    private Path elsewhere() {
        return folder().resolve("run-elsewhere");
    }

    @Override
    protected final void stopped() throws IOException {
        if (Files.exists(elsewhere())) {
            FileTree.remove(elsewhere().toRealPath());
        }
    }

    @Override
    protected final List<Path> logFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }
}
