// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/** Figures that other programs computed, from {@code computed-figures.json}, which names them. */
final class ComputedFigures {
    private ComputedFigures() {}

    private static Map<String, Object> read() {
        try (InputStream in =
                Objects.requireNonNull(ComputedFigures.class.getResourceAsStream("computed-figures.json"))) {
            return Documents.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<?, ?> object(String key) {
        return (Map<?, ?>) Objects.requireNonNull(read().get(key));
    }

    static List<?> list(String key) {
        return (List<?>) Objects.requireNonNull(read().get(key));
    }

    static double number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).doubleValue();
    }

    static double[] numbers(@Nullable Object values) {
        return ((List<?>) Objects.requireNonNull(values))
                .stream().mapToDouble(ComputedFigures::number).toArray();
    }
}
