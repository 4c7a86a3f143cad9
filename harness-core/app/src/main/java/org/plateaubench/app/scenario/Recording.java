// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Translates recordings, API descriptions and curl commands into run files with a scenario. Stateless and thread-safe.
 */
public enum Recording {
    /** A recording of a browser, HTTP Archive 1.2. */
    HAR,
    /** An API description, OpenAPI 3 or Swagger 2. */
    OPENAPI,
    /** A collection of Postman, format 2.0 or 2.1. */
    POSTMAN;

    private static final long MAX_BYTES = 256L << 20;

    /** {@code decisions} is the number of places that the user must check. */
    public record Translation(String text, int requests, int decisions) {
        private static Translation of(Draft draft) {
            List<Request> requests = draft.flows.stream()
                    .flatMap(flow -> flow.requests().stream())
                    .toList();
            String text = DraftText.of(draft);
            int decisions = (int)
                    text.lines().skip(1).filter(line -> line.contains("DECIDE")).count();
            return new Translation(text, requests.size(), decisions);
        }
    }

    public Translation translate(Path file) throws IOException, Unreadable {
        if (Files.size(file) > MAX_BYTES) {
            throw new Unreadable(file + ": is larger than " + (MAX_BYTES >> 20) + " MiB");
        }
        String text;
        try {
            text = Files.readString(file).replaceFirst("^\ufeff", "");
        } catch (CharacterCodingException e) {
            throw new Unreadable(file + ": is not a text in UTF-8");
        }
        String name = String.valueOf(file.getFileName()).replaceFirst("(?:\\.postman_collection)?\\.[A-Za-z]+$", "");
        return Translation.of(
                switch (this) {
                    case HAR -> HarImport.read(file.toString(), text, name);
                    case OPENAPI -> OpenApiImport.read(file.toString(), text, name);
                    case POSTMAN -> PostmanImport.read(file.toString(), text, name);
                });
    }

    public static Translation translate(String commands) throws Unreadable {
        return Translation.of(CurlImport.read(commands, "curl"));
    }
}
