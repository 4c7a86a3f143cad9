// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.spi.SutException;

/** Where an embedded database keeps its files, and the working folder of its process. */
record DataFolder(Path path) {
    private static final int PASSWORD_BYTES = 24;

    static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** The folder, made when it is not there. Only its owner may look inside. */
    Path created() throws SutException {
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
    String keptPassword() throws SutException {
        Path file = created().resolve("password");
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

    /** H2's record of errors inside a database in a file; it need not exist. */
    Path traceFile() {
        return path.resolve(H2Server.DATABASE + ".trace.db");
    }

    /** Removes the folder with all it holds. */
    void remove() throws SutException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path file : leavesFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new SutException("The data in " + path + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
