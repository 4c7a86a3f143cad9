// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Files in which a kernel reports about itself. A missing or unreadable one counts as empty. */
final class HostFiles {
    private static final int PIECE_BYTES = 1 << 16;

    private HostFiles() {}

    /** The text without surrounding white space. */
    static Optional<String> read(Path file) {
        // In large pieces: the kernel gives a value of /proc/sys whole in one read or truncated.
        try (InputStream stream = new BufferedInputStream(Files.newInputStream(file), PIECE_BYTES)) {
            return Optional.of(new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
