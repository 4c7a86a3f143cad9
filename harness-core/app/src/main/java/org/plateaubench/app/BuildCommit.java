// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds the commit of the clone in which the launcher builds, so that a reader can find the sources. It does not show
 * whether two programs are the same, see {@link ProgramDigest}.
 */
final class BuildCommit {
    private static final String REFERENCE = "ref: ";
    private static final Path BUILT = Path.of("distribution", "target", "plateau");

    private BuildCommit() {}

    /**
     * The commit of the clone that contains an installation.
     *
     * @param home folder of the installation
     * @return hexadecimal, or null when it is not known: outside of a clone of Plateau, and if only packed references
     *     contain it
     */
    static @Nullable String of(Path home) {
        Path built = home.toAbsolutePath().normalize();
        Path git = built.resolve("../../../.git").normalize();
        return built.endsWith(BUILT) && Files.isDirectory(git) ? read(git) : null;
    }

    private static @Nullable String read(Path git) {
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
