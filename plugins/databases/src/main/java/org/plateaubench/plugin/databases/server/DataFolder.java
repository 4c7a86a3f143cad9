// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.SutException;

/** Where an embedded database keeps its files, and the working folder of its process. */
public record DataFolder(Path path) {
    private static final int PASSWORD_BYTES = 24;

    /** A random password of 32 letters, digits, {@code -} and {@code _}. */
    public static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** The folder, made when it is not there. Only its owner may look inside. */
    public Path created() throws SutException {
        try {
            if (!Files.isDirectory(path)) {
                Files.createDirectory(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            return path;
        } catch (IOException e) {
            throw new SutException("Folder " + path + " cannot be made: " + e.getMessage(), e);
        }
    }

    /** The password of a database in a file, which outlives the process: kept beside it, for its owner's eyes. */
    public String keptPassword() throws SutException {
        created();
        Path file = passwordFile();
        try {
            if (!Files.exists(file)) {
                Path whole = Files.createTempFile(path, "password", ""); // readable by its owner only
                Files.writeString(whole, newPassword());
                Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new SutException("The password file " + file + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** The file that holds {@link #keptPassword}. */
    public Path passwordFile() {
        return path.resolve("password");
    }

    /** Removes the folder with all it holds. */
    public void remove() throws SutException {
        try {
            FileTree.remove(path);
        } catch (IOException e) {
            throw new SutException("The data in " + path + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
