// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts beside a test, whose bytes are a promise to other tools. */
public final class GoldenFile {
    private GoldenFile() {}

    /** The text of a file in the package of a test. */
    public static String text(Class<?> test, String name) {
        try (InputStream file = Objects.requireNonNull(test.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
