// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.plateaubench.engine.config.key.SchemaForm.ordered;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.Sha256;

public final class ReferenceText {
    private ReferenceText() {}

    /** The file of a reference; its own digest is computed here. */
    public static String of(ScoreReference reference) {
        Map<String, Object> tree = ordered(
                ReferenceKeys.SCHEMA.name(), ScoreReference.SCHEMA,
                ReferenceKeys.NAME.name(), reference.name(),
                ReferenceKeys.WEIGHTS.name(), weights(reference.weights()),
                ReferenceKeys.RUNS.name(),
                        reference.runs().stream().map(ReferenceText::run).toList(),
                ReferenceKeys.APPLICATION.name(), each(reference.application(), ReferenceText::ofTile));
        if (!reference.infrastructure().isEmpty()) {
            tree.put(
                    ReferenceKeys.INFRASTRUCTURE.name(),
                    each(reference.infrastructure(), ReferenceText::ofInfrastructure));
        }
        StringBuilder text = new StringBuilder(
                "# What one tile of a known system did: scores are normalised to it. Made by ./plateau reference.\n");
        append(text, tree, "");
        ConfigNode read = YamlTree.ofFile("", text.toString(), new Problems());
        if (read == null) {
            throw new IllegalStateException("the text of a reference cannot be read");
        }
        return text + ReferenceKeys.DIGEST.name() + ": " + digest(read.plain()) + "\n";
    }

    private static Map<String, Object> weights(ScoreReference.Weights weights) {
        return ordered(
                ReferenceKeys.APPLICATION_WEIGHT.name(), number(weights.application()),
                ReferenceKeys.INFRASTRUCTURE_WEIGHT.name(), number(weights.infrastructure()));
    }

    private static <T> Map<String, Object> each(Map<String, T> values, Function<T, Object> written) {
        Map<String, Object> result = new LinkedHashMap<>();
        values.forEach((name, value) -> result.put(name, written.apply(value)));
        return result;
    }

    private static Map<String, Object> ofTile(ScoreReference.TileWorkload workload) {
        return ordered(
                ReferenceKeys.VERSION.name(), workload.version(),
                ReferenceKeys.RATE.name(), number(workload.rate()),
                ReferenceKeys.UNIT.name(), workload.unit(),
                ReferenceKeys.DEFINITION.name(), new TreeMap<>(workload.definition()));
    }

    private static Map<String, Object> ofInfrastructure(ScoreReference.InfrastructureWorkload workload) {
        return ordered(
                ReferenceKeys.VERSION.name(), workload.version(),
                ReferenceKeys.RATES_PER_HOUR.name(),
                        each(new TreeMap<>(workload.ratesPerHour()), ReferenceText::number),
                ReferenceKeys.DEFINITION.name(), new TreeMap<>(workload.definition()));
    }

    private static Map<String, Object> run(ScoreReference.Run run) {
        return ordered(
                ReferenceKeys.RUN.name(), run.run(),
                ReferenceKeys.PLAN.name(), run.plan(),
                ReferenceKeys.RUN_CLASS.name(), run.runClass(),
                ReferenceKeys.RESULT.name(), run.result(),
                ReferenceKeys.STARTED.name(), run.started(),
                ReferenceKeys.HOSTS.name(), run.hosts(),
                ReferenceKeys.PLUGINS.name(), run.plugins());
    }

    private static BigDecimal number(double value) {
        return BigDecimal.valueOf(value);
    }

    private static void append(StringBuilder text, Map<?, ?> map, String indent) {
        map.forEach((name, value) -> {
            text.append(indent).append(Documents.line(name)).append(':');
            append(text, value, indent + "  ");
        });
    }

    private static void append(StringBuilder text, Object value, String indent) {
        switch (value) {
            case Map<?, ?> map -> {
                text.append('\n');
                append(text, map, indent);
            }
            case List<?> list -> {
                text.append('\n');
                for (Object element : list) {
                    text.append(indent).append('-');
                    append(text, element, indent + "  ");
                }
            }
            case BigDecimal decimal ->
                text.append(' ').append(decimal.toPlainString()).append('\n');
            default -> text.append(' ').append(Documents.line(value)).append('\n');
        }
    }

    /** The digest of all values of a file except its own digest; it does not depend on how the values are written. */
    static String digest(@Nullable Object plain) {
        Map<String, @Nullable Object> content = new TreeMap<>();
        if (plain instanceof Map<?, ?> map) {
            map.forEach((name, value) -> content.put(String.valueOf(name), value));
        }
        content.remove(ReferenceKeys.DIGEST.name());
        return HexFormat.of().formatHex(Sha256.of(Documents.line(content)));
    }
}
