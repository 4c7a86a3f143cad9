// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plateaubench.wire.Json;
import org.plateaubench.wire.WrongDocument;
import tools.jackson.core.JacksonException;

/** The records of this module as JSON. Stateless and thread-safe. */
public final class RigDocument {
    private RigDocument() {}

    public static byte[] bytes(Object record) {
        return Json.MAPPER.writeValueAsBytes(record);
    }

    static byte[] file(String what, Path file, String remedy) throws IOException {
        if (!Files.exists(file) || Files.isDirectory(file)) {
            throw new IOException(
                    what + " " + file + (Files.exists(file) ? " is a folder: " : " is not there: ") + remedy + ".");
        }
        return Files.readAllBytes(file);
    }

    /** Reads a record. Unknown fields are ignored, because another version may have more of them. */
    public static <T> T read(String what, byte[] text, Class<T> type) throws IOException {
        try {
            T read = Json.MAPPER.readValue(text, type);
            if (read == null) {
                throw new IOException(what + " is empty.");
            }
            return read;
        } catch (JacksonException e) {
            throw new IOException(what + " is refused: " + WrongDocument.of(e).getMessage() + ".", e);
        }
    }
}
