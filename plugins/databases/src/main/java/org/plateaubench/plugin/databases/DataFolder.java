// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.plateaubench.api.IoReason;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.Program;
import org.plateaubench.spi.SutException;

/** The folder of an embedded database's files, which is also the working folder of its process. */
public record DataFolder(Path path) {
    private static final String MARKER = "made-by";
    private static final String PASSWORD = "password";
    private static final Duration CREATION_TIMEOUT = Duration.ofSeconds(30);

    /**
     * Returns the folder, which is created if it is missing; only its owner can read it. A marker file names the
     * database that created it.
     *
     * @param database product and version, as far as the data depends on it, such as {@code PostgreSQL 18}
     * @throws SutException if the folder contains files of another database or of another program
     */
    public Path createFor(String database) throws IOException, SutException {
        requireOwned();
        if (isEmpty()) {
            OwnerOnly.folder(path);
            Files.writeString(marker(), database);
        } else if (!Files.readString(marker()).equals(database)) {
            throw new SutException("The data in " + path + " is of " + Files.readString(marker())
                    + " and cannot be used by " + database + "; clear it first, or give the SUT another name.");
        }
        return path;
    }

    private Path marker() {
        return path.resolve(MARKER);
    }

    /** Returns the folder, which may be missing. Only a database of this harness may have files in it. */
    Path requireOwned() throws IOException, SutException {
        if (!isEmpty() && !Files.exists(marker())) {
            throw new SutException("The folder " + path + " holds files that are not of a database of this harness;"
                    + " remove it yourself, or choose another.");
        }
        return path;
    }

    private boolean isEmpty() throws IOException {
        if (!Files.exists(path)) {
            return true;
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty();
        }
    }

    /** Returns the password of a database whose data outlives its process: the stored one, or else a new one. */
    public String storedOrNewPassword() throws IOException {
        return Files.exists(passwordFile()) ? Files.readString(passwordFile()) : newPassword();
    }

    /** Returns a new password, and stores it in this folder, where only the owner can read it. */
    public String newPassword() throws IOException {
        return Files.readString(OwnerOnly.file(passwordFile(), OwnerOnly.newPassword()));
    }

    public Path passwordFile() {
        return path.resolve(PASSWORD);
    }

    /**
     * Returns the file for the output of the program that created the databases, in the parent folder.
     */
    public Path creationLog() {
        return path.resolveSibling("creation.log");
    }

    /**
     * Returns a subfolder that a program creates completely or not at all, within 30 s. An existing one is left
     * unchanged.
     *
     * @param command returns the command that creates the given folder
     */
    public Path createSubfolder(String name, Function<Path, List<String>> command)
            throws SutException, InterruptedException {
        Path target = path.resolve(name);
        Path unfinished = path.resolve("unfinished");
        try {
            if (Files.exists(target)) {
                return target;
            }
            FileTree.remove(unfinished);
            Program program = new Program(command.apply(unfinished), path, creationLog());
            if (!program.run(CREATION_TIMEOUT)) {
                throw new SutException("No databases could be created in " + path + " within "
                        + CREATION_TIMEOUT.toSeconds() + " s: " + program.outputExcerpt());
            }
            return Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new SutException("No databases could be created in " + path + ": " + IoReason.of(e), e);
        }
    }
}
