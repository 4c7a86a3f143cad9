// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.loader.Sha256;

/** SHA-256 digests in the format of {@code sha256sum}, with which a user checks a download. */
final class Digests {
    private Digests() {}

    /** Writes the digests of files that are in one folder. */
    static void write(List<Path> files, Path sums) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Path file : files) {
            lines.append(Sha256.of(file))
                    .append("  ")
                    .append(file.getFileName())
                    .append('\n');
        }
        Files.writeString(sums, lines);
    }
}
