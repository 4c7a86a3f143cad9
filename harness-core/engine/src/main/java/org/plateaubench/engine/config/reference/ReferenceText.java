// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.reference;

import static org.plateaubench.engine.config.key.SchemaForm.ordered;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.Sha256;

/** Writes references as YAML, with the digest of their content. Pure functions. */
public final class ReferenceText {
    private static final String DIGEST = "digest";

    private ReferenceText() {}

    /** The file of a reference; its own digest is computed here. */
    public static String of(ScoreReference reference) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("schema", ScoreReference.SCHEMA);
        tree.put("name", reference.name());
        tree.put(
                "weights",
                ordered(
                        "application", number(reference.weights().application()),
                        "infrastructure", number(reference.weights().infrastructure())));
        tree.put("runs", reference.runs().stream().map(ReferenceText::run).toList());
        tree.put("application", application(reference));
        if (!reference.infrastructure().isEmpty()) {
            tree.put("infrastructure", infrastructure(reference));
        }
        StringBuilder text = new StringBuilder(
                "# What one tile of a known system did: scores are normalised to it. Made by ./plateau reference.\n");
        append(text, tree, "");
        ConfigNode read = YamlTree.ofFile("", text.toString(), new Problems());
        if (read == null) {
            throw new IllegalStateException("the text of a reference cannot be read");
        }
        return text + DIGEST + ": " + digest(read.plain()) + "\n";
    }

    private static Map<String, Object> application(ScoreReference reference) {
        Map<String, Object> application = new LinkedHashMap<>();
        reference
                .application()
                .forEach((name, workload) -> application.put(
                        name,
                        ordered(
                                "version", workload.version(),
                                "rate", number(workload.rate()),
                                "unit", workload.unit(),
                                "definition", new TreeMap<>(workload.definition()))));
        return application;
    }

    private static Map<String, Object> infrastructure(ScoreReference reference) {
        Map<String, Object> infrastructure = new LinkedHashMap<>();
        reference.infrastructure().forEach((name, workload) -> {
            Map<String, Object> rates = new TreeMap<>();
            workload.ratesPerHour().forEach((operation, rate) -> rates.put(operation, number(rate)));
            infrastructure.put(
                    name,
                    ordered(
                            "version",
                            workload.version(),
                            "ratesPerHour",
                            rates,
                            "definition",
                            new TreeMap<>(workload.definition())));
        });
        return infrastructure;
    }

    private static Map<String, Object> run(ScoreReference.Run run) {
        return ordered(
                "run", run.run(),
                "plan", run.plan(),
                "class", run.runClass(),
                "result", run.result(),
                "started", run.started(),
                "hosts", run.hosts(),
                "plugins", run.plugins());
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

    /** The digest of all that a file gives but its digest: of the values, not of how they are written. */
    static String digest(@Nullable Object plain) {
        Map<String, @Nullable Object> content = new TreeMap<>();
        if (plain instanceof Map<?, ?> map) {
            map.forEach((name, value) -> content.put(String.valueOf(name), value));
        }
        content.remove(DIGEST);
        return HexFormat.of().formatHex(Sha256.of(Documents.line(content)));
    }
}
