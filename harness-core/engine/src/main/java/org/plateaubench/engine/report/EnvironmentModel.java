// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;

/** The environment of a run, in groups of names and values for people: hosts, harness, plugins, SUTs. */
final class EnvironmentModel {
    private static final String BYTES = "Bytes";
    private static final String[] BINARY_UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    private static final double BINARY_STEP = 1_024;

    private final List<Object> groups = new ArrayList<>();

    private EnvironmentModel() {}

    /** Groups, each with a title and rows. Unknown values are in a last group, unchanged. */
    static List<Object> of(Map<String, Object> environment) {
        EnvironmentModel model = new EnvironmentModel();
        Map<String, Object> rest = new LinkedHashMap<>(environment);
        // The calibrations have a separate table.
        rest.remove("calibrations");
        if (rest.remove("hosts") instanceof List<?> hosts) {
            hosts.forEach(model::host);
        }
        Map<String, Object> harness = new LinkedHashMap<>();
        harness.put("plateau", rest.remove("plateau"));
        harness.put("java", rest.remove("jvm"));
        model.group("Harness", harness);
        if (rest.remove("plugins") instanceof List<?> plugins) {
            model.plugins(plugins);
        }
        if (rest.remove("suts") instanceof Map<?, ?> suts) {
            suts.forEach((name, sut) -> model.group("SUT " + name, sut));
        }
        model.group("Other", rest);
        return model.groups;
    }

    private void host(@Nullable Object host) {
        if (host instanceof Map<?, ?> map) {
            Map<Object, Object> plain = new LinkedHashMap<>(map);
            Object name = plain.remove("name");
            Object settings = plain.remove("settings");
            group("Host " + (name == null ? "" : name), plain);
            group("Settings of the host", settings);
        } else {
            group("Host", host);
        }
    }

    /** One line per plugin; the digests of its jars are in environment.json. */
    private void plugins(List<?> plugins) {
        Map<String, Object> rows = new LinkedHashMap<>();
        for (Object plugin : plugins) {
            if (plugin instanceof Map<?, ?> map) {
                int jars = map.get("jars") instanceof List<?> list ? list.size() : 0;
                rows.put(
                        String.valueOf(map.get("id")),
                        "version " + map.get("version") + ", " + jars + (jars == 1 ? " jar" : " jars")
                                + " (digests in environment.json)");
            }
        }
        group("Plugins", rows);
    }

    private void group(String title, @Nullable Object tree) {
        List<Object> rows = new ArrayList<>();
        add("", tree, rows);
        if (!rows.isEmpty()) {
            groups.add(Map.of("title", title, "rows", rows));
        }
    }

    private static void add(String name, @Nullable Object value, List<Object> rows) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, below) -> add(name.isEmpty() ? words(key) : name + ", " + words(key), below, rows));
        } else if (value instanceof List<?> list) {
            List<String> parts = new ArrayList<>();
            list.forEach(element -> parts.add(String.valueOf(element)));
            row(name, String.join(", ", parts), rows);
        } else if (value instanceof Number number && name.endsWith(BYTES.toLowerCase(Locale.ROOT))) {
            row(name.substring(0, name.length() - BYTES.length()).strip(), binary(number.doubleValue()), rows);
        } else if (value instanceof Double number) {
            row(name, Figures.said(number), rows);
        } else if (value != null) {
            row(name, value instanceof Boolean flag ? (flag ? "yes" : "no") : String.valueOf(value), rows);
        }
    }

    private static void row(String name, String value, List<Object> rows) {
        if (!value.isEmpty()) {
            rows.add(Map.of("name", name.isEmpty() ? "value" : name, "value", value));
        }
    }

    /** A key of a file as words: {@code cpuModel} is {@code cpu model}. */
    static String words(@Nullable Object key) {
        return String.valueOf(key).replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** Bytes in the largest unit that fits. */
    static String binary(double bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= BINARY_STEP && unit < BINARY_UNITS.length - 1) {
            value /= BINARY_STEP;
            unit++;
        }
        return Figures.said(value, BINARY_UNITS[unit]);
    }
}
