// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Files that a process of Plateau has written. Stateless; any thread. */
final class JsonFile {
    private JsonFile() {}

    /**
     * Reads a file.
     *
     * @throws IOException with what is wrong and where when it is missing or no JSON
     */
    static JsonNode read(Path file) throws IOException {
        try {
            return new ObjectMapper().readTree(Files.readString(file));
        } catch (JacksonException e) {
            // Its own message names settings of the reader.
            throw new IOException(
                    "it is not JSON at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr(),
                    e);
        }
    }
}
