// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.Program;
import org.plateaubench.spi.SutException;

/** Where an embedded database keeps its files, and the working folder of its process. */
public record DataFolder(Path path) {
    private static final String MARK = "made-by";
    private static final String PASSWORD = "password";
    private static final int PASSWORD_BYTES = 24;
    private static final Duration MAKING_LIMIT = Duration.ofSeconds(30);

    /** A password of 32 random letters, digits, {@code -} and {@code _}, so that it needs no escape in SQL. */
    private static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /**
     * The folder, made when it is not there; only its owner may look inside. Once made, it is its maker's.
     *
     * @param maker product and version, as far as the data depends on it, such as {@code PostgreSQL 18}
     * @throws SutException when the folder holds what another maker, or somebody else, has put there
     */
    public Path madeBy(String maker) throws SutException {
        Path mark = mark();
        try {
            if (isEmpty()) {
                Files.createDirectories(path, only("rwx------"));
                Files.writeString(mark, maker);
            } else if (!Files.exists(mark)) {
                throw notOurs();
            } else if (!Files.readString(mark).equals(maker)) {
                throw new SutException("The data in " + path + " is of " + Files.readString(mark)
                        + " and cannot be used by " + maker + "; clear it first, or give the SUT another name.");
            }
            return path;
        } catch (IOException e) {
            throw new SutException("The folder " + path + " cannot be used: " + e, e);
        }
    }

    private Path mark() {
        return path.resolve(MARK);
    }

    private SutException notOurs() {
        return new SutException("The folder " + path + " holds files that are not of a database of this harness;"
                + " remove it yourself, or choose another.");
    }

    private boolean isEmpty() throws IOException {
        if (!Files.exists(path)) {
            return true;
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty();
        }
    }

    private static FileAttribute<?> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    /** The password of a database that outlives its process: kept beside it, for its owner's eyes. */
    public String keptPassword() throws SutException {
        return password(false);
    }

    /** The password of a database that ends with its process; kept in the same place. */
    public String freshPassword() throws SutException {
        return password(true);
    }

    private String password(boolean anew) throws SutException {
        Path file = passwordFile();
        try {
            if (anew || !Files.exists(file)) {
                secret("password.new", newPassword());
                Files.move(path.resolve("password.new"), file, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new SutException("The password file " + file + " cannot be used: " + e, e);
        }
    }

    /** The file that holds the password. */
    public Path passwordFile() {
        return path.resolve(PASSWORD);
    }

    /** Names of the files in this folder that the harness reads, and no server. */
    public Set<String> ours() {
        return Set.of(MARK, PASSWORD);
    }

    /** A file in this folder that only its owner can read. */
    public Path secret(String name, String content) throws SutException {
        Path file = path.resolve(name);
        try {
            Files.deleteIfExists(file);
            return Files.writeString(Files.createFile(file, only("rw-------")), content);
        } catch (IOException e) {
            throw new SutException("The file " + file + " cannot be written: " + e, e);
        }
    }

    /** Removes a file of this folder, if it is there. */
    public void delete(String name) throws SutException {
        try {
            Files.deleteIfExists(path.resolve(name));
        } catch (IOException e) {
            throw new SutException("The file " + path.resolve(name) + " cannot be removed: " + e, e);
        }
    }

    /** Output of the program that has made the databases. */
    public Path makingLog() {
        return path.resolve("making.log");
    }

    /**
     * A folder in this one that a program makes, all of it or none; at most 30 s. One that is there is left alone.
     *
     * @param command makes the folder that it is given
     */
    public Path made(String name, Function<Path, List<String>> command) throws SutException, InterruptedException {
        Path whole = path.resolve(name);
        Path unfinished = path.resolve("unfinished");
        try {
            if (Files.exists(whole)) {
                return whole;
            }
            FileTree.remove(unfinished);
            Program program = new Program(command.apply(unfinished), path, makingLog());
            if (!program.run(MAKING_LIMIT)) {
                throw new SutException("No databases could be made in " + path + " within " + MAKING_LIMIT.toSeconds()
                        + " s: " + program.firstWords());
            }
            return Files.move(unfinished, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new SutException("No databases could be made in " + path + ": " + e, e);
        }
    }

    /** Removes the folder with all it holds, when it is a database of the harness. */
    public void remove() throws SutException {
        try {
            if (!isEmpty() && !Files.exists(mark())) {
                throw notOurs();
            }
            FileTree.remove(path);
        } catch (IOException e) {
            throw new SutException("The data in " + path + " cannot be removed: " + e, e);
        }
    }
}
