// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * Creates files and folders that only their owner can access, and secrets to store in them. Stateless and thread-safe.
 */
public final class OwnerOnly {
    private static final int PASSWORD_BYTES = 24;

    private OwnerOnly() {}

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }

    public static Path folder(Path folder) throws IOException {
        return Files.createDirectories(folder, permissions("rwx------"));
    }

    /** Replaces a file atomically. */
    public static Path file(Path file, String content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(unfinished);
        Files.writeString(Files.createFile(unfinished, permissions("rw-------")), content);
        return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    public static Path fileToAppend(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, permissions("rw-------"));
        }
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    public static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
