// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The commit that this program was built from, as far as its home folder still shows it: the launcher builds in a clone
 * and names the installation in {@code plateau.home}.
 */
final class BuildCommit {
    private static final String REFERENCE = "ref: ";

    private BuildCommit() {}

    /** Hexadecimal, or null when it is not known. */
    static @Nullable String find() {
        String home = System.getProperty("plateau.home");
        for (Path folder = home == null ? null : Path.of(home).toAbsolutePath();
                folder != null;
                folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(".git"))) {
                return read(folder.resolve(".git"));
            }
        }
        return null;
    }

    static @Nullable String read(Path git) {
        try {
            String head = Files.readString(git.resolve("HEAD"), StandardCharsets.UTF_8)
                    .strip();
            if (!head.startsWith(REFERENCE)) {
                return head;
            }
            Path reference = git.resolve(head.substring(REFERENCE.length()));
            return Files.exists(reference)
                    ? Files.readString(reference, StandardCharsets.UTF_8).strip()
                    : null;
        } catch (IOException e) {
            return null;
        }
    }
}
