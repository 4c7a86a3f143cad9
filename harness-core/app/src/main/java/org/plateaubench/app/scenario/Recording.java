// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plateaubench.app.UsageError;

/**
 * Translates recordings, API descriptions and curl commands into run files with a scenario. Thread-safe.
 */
public enum Recording {
    /** A recording of a browser, HTTP Archive 1.2. */
    HAR,
    /** An API description, OpenAPI 3 or Swagger 2. */
    OPENAPI,
    /** A collection of Postman, format 2.0 or 2.1. */
    POSTMAN;

    private static final long MAX_BYTES = 256L << 20;

    public String translate(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new UsageError(file + ": is larger than " + (MAX_BYTES >> 20) + " MiB");
        }
        String text;
        try {
            text = Files.readString(file).replaceFirst("^\ufeff", "");
        } catch (CharacterCodingException e) {
            throw new UsageError(file + ": is not a text in UTF-8");
        }
        String name = String.valueOf(file.getFileName()).replaceFirst("(?:\\.postman_collection)?\\.[A-Za-z]+$", "");
        Draft draft = switch (this) {
            case HAR -> HarImport.read(file.toString(), text, name);
            case OPENAPI -> OpenApiImport.read(file.toString(), text, name);
            case POSTMAN -> PostmanImport.read(file.toString(), text, name);
        };
        return draft.text();
    }

    public static String translate(String commands) throws UsageError {
        return CurlImport.read(commands, "curl").text();
    }
}
