// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The configuration files of the servers: resources beside this class, with places such as {@code {{port}}}. */
final class ConfigurationFile {
    private ConfigurationFile() {}

    /** Returns the text of a file with its places filled. */
    static String text(String name, Map<String, ?> places) {
        try (InputStream file = ConfigurationFile.class.getResourceAsStream(name)) {
            String text = new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, ?> place : places.entrySet()) {
                text = text.replace("{{" + place.getKey() + "}}", String.valueOf(place.getValue()));
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns its lines without comments. */
    static List<String> lines(String name, Map<String, ?> places) {
        return text(name, places).lines().filter(line -> !line.startsWith("#")).toList();
    }
}
