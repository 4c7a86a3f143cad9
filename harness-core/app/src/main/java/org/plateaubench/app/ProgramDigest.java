// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.Sha256;

/**
 * Computes one digest of all jars of an installation, including its libraries, which differs if the program does.
 * Stateless; any thread.
 */
final class ProgramDigest {
    private ProgramDigest() {}

    /**
     * The SHA-256 digest over the sorted names of the jars and the digest of each.
     *
     * @param home folder of the installation
     * @return 64 lower-case hexadecimal digits, or null when the installation has no jars or they cannot be read
     */
    static @Nullable String of(Path home) {
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            List<Path> jars = files.filter(file -> name(file).endsWith(".jar"))
                    .sorted((one, other) -> name(one).compareTo(name(other)))
                    .toList();
            if (jars.isEmpty()) {
                return null;
            }
            MessageDigest digest = Sha256.begun();
            for (Path jar : jars) {
                String line = name(jar) + " " + Sha256.of(jar) + "\n";
                digest.update(line.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            return null;
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
