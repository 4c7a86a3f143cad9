// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.TimeSummary;
import org.plateaubench.engine.judge.figures.Figures;

/** Cells of tables as text. */
final class Cells {
    static final String NONE = "\u2013";

    private Cells() {}

    /** A percentile in milliseconds, marked when it is a lower bound or rests on few samples. */
    static String percentile(@Nullable TimeSummary times, String name) {
        Double value = times == null ? null : times.percentilesMs().get(name);
        if (times == null || value == null) {
            return NONE;
        }
        return (times.lowerBounds().contains(name) ? "\u2265\u202f" : "")
                + Figures.said(value)
                + (times.lowResolution().contains(name) ? "~" : "")
                + limited(times, name);
    }

    /** A sign and the share, where a figure is limited by the harness (measurement rule M24); otherwise empty. */
    private static String limited(TimeSummary times, String name) {
        return times.harness().isLimited(name) ? " \u2021" : "";
    }

    /** The harness's own lag as a share of a figure, in percent. */
    static String share(@Nullable TimeSummary times, String name) {
        Double share = times == null ? null : times.harness().of(name);
        return share == null ? NONE : Figures.said(Math.rint(100 * share), "%");
    }

    static String max(@Nullable TimeSummary times) {
        return times == null
                ? NONE
                : (times.lowerBounds().contains("max") ? "\u2265\u202f" : "")
                        + Figures.said(times.maxMs())
                        + limited(times, "max");
    }

    static String number(@Nullable Double value) {
        return value == null ? NONE : Figures.said(value);
    }

    static String percent(@Nullable Double share) {
        return share == null ? NONE : Figures.said(100 * share);
    }

    static String whole(long value) {
        return Figures.said(value);
    }

    /** A tree as names and values: one line per leaf of its maps, one line per element of its lists. */
    static List<Object> pairs(Map<String, ?> tree) {
        List<Object> pairs = new ArrayList<>();
        flatten("", tree, pairs);
        return pairs;
    }

    private static void flatten(String path, @Nullable Object value, List<Object> pairs) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, below) -> flatten(path.isEmpty() ? String.valueOf(key) : path + " " + key, below, pairs));
        } else if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
            for (int i = 0; i < list.size(); i++) {
                pair(list.size() == 1 ? path : path + " " + (i + 1), inline(list.get(i)), pairs);
            }
        } else {
            pair(path, inline(value), pairs);
        }
    }

    private static void pair(String name, String value, List<Object> pairs) {
        if (!value.isEmpty()) {
            pairs.add(Map.of("name", name, "value", value));
        }
    }

    private static String inline(@Nullable Object value) {
        List<String> parts = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, below) -> parts.add(key + " " + inline(below)));
            return String.join(", ", parts);
        }
        if (value instanceof List<?> list) {
            list.forEach(element -> parts.add(inline(element)));
            return String.join("; ", parts);
        }
        return value == null ? "" : String.valueOf(value);
    }
}
