// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Files by which a kernel tells of itself. One that is not there, or not for us, says nothing. */
final class HostFiles {
    private HostFiles() {}

    /** The text without the white space around it. */
    static Optional<String> read(Path file) {
        try {
            return Optional.of(
                    Files.readString(file, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
