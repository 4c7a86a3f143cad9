// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plateaubench.wire.RecordMapping;
import org.plateaubench.wire.WrongDocument;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The records of this module as JSON, bounded. Stateless; any thread. */
public final class RigDocument {
    private static final int LONGEST = 1 << 20;
    /** Greatest length of a file of this host, in bytes. The users of a broker take about 100 bytes each. */
    public static final int LONGEST_FILE = 1 << 24;

    private static final int DEEPEST = 8;
    private static final JsonMapper MAPPER = within(LONGEST)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final JsonMapper OF_ANY_VERSION = within(LONGEST)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final JsonMapper OF_FILES = within(LONGEST_FILE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private RigDocument() {}

    private static JsonMapper.Builder within(int longest) {
        return RecordMapping.within(StreamReadConstraints.builder()
                .maxDocumentLength(longest)
                .maxNestingDepth(DEEPEST)
                .maxStringLength(LONGEST)
                .build());
    }

    public static byte[] bytes(Object record) {
        return MAPPER.writeValueAsBytes(record);
    }

    static byte[] file(String what, Path file, String remedy) throws IOException {
        if (!Files.exists(file) || Files.isDirectory(file)) {
            throw new IOException(
                    what + " " + file + (Files.exists(file) ? " is a folder: " : " is not there: ") + remedy + ".");
        }
        return Files.readAllBytes(file);
    }

    public static <T> T read(String what, byte[] text, Class<T> type) throws IOException {
        return read(MAPPER, what, text, type);
    }

    /** Like {@link #read}, but ignores unknown fields, because another version may have more of them. */
    static <T> T readOfAnyVersion(String what, byte[] text, Class<T> type) throws IOException {
        return read(OF_ANY_VERSION, what, text, type);
    }

    /** Like {@link #read}, for a file that only its owner may write and that may be up to 16 MiB long. */
    public static <T> T readFile(String what, byte[] text, Class<T> type) throws IOException {
        return read(OF_FILES, what, text, type);
    }

    private static <T> T read(JsonMapper mapper, String what, byte[] text, Class<T> type) throws IOException {
        try {
            T read = mapper.readValue(text, type);
            if (read == null) {
                throw new IOException(what + " is empty.");
            }
            return read;
        } catch (JacksonException e) {
            throw new IOException(what + " is refused: " + WrongDocument.of(e).getMessage() + ".", e);
        }
    }
}
