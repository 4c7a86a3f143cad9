// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plateaubench.wire.Json;
import org.plateaubench.wire.WrongDocument;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

/** The records of this module as JSON. Stateless; any thread. */
public final class RigDocument {
    private static final ObjectReader READER =
            Json.MAPPER.reader().with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

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

    public static <T> T read(String what, byte[] text, Class<T> type) throws IOException {
        return read(READER, what, text, type);
    }

    /** Like {@link #read}, but ignores unknown fields, because another version may have more of them. */
    static <T> T readOfAnyVersion(String what, byte[] text, Class<T> type) throws IOException {
        return read(Json.MAPPER.reader(), what, text, type);
    }

    private static <T> T read(ObjectReader reader, String what, byte[] text, Class<T> type) throws IOException {
        try {
            T read = reader.forType(type).readValue(text);
            if (read == null) {
                throw new IOException(what + " is empty.");
            }
            return read;
        } catch (JacksonException e) {
            throw new IOException(what + " is refused: " + WrongDocument.of(e).getMessage() + ".", e);
        }
    }
}
