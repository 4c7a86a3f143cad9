// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Relaxation;
import org.plateaubench.engine.config.key.RunClass;

/** The tables of keys in the user guide, in Markdown. Pure functions. */
public final class RunFileTable {
    private RunFileTable() {}

    /**
     * The keys by path, names as {@code NAME} and elements of lists as {@code []}. Keys that only hold others, and those
     * that say no more than the key above them, are left out.
     */
    public static Map<String, Key<?>> keys() {
        Map<String, Key<?>> rows = new LinkedHashMap<>();
        RunFileKeys.ALL.visit("", (path, key) -> {
            if (key.relaxation() != null && !path.contains(".units.")) {
                rows.putIfAbsent(path, key);
            }
        });
        return rows;
    }

    /** What each key does. */
    public static String ofKeys() {
        StringBuilder table = new StringBuilder("| key | value | what it does | default |\n|---|---|---|---|\n");
        keys().forEach((path, key) -> row(table, shown(path), key.type().words(), key.help(), standard(key)));
        return table.toString();
    }

    private static <T> String standard(Key<T> key) {
        T standard = key.standard();
        if (standard != null) {
            return "`" + key.type().written().apply(standard) + "`";
        }
        return key.isRequired() ? "required" : key.otherwise().isEmpty() ? "none" : key.otherwise();
    }

    /** M23: which keys relax the class of a run. */
    public static String ofClasses() {
        StringBuilder table = new StringBuilder("| key | class | when | because |\n|---|---|---|---|\n");
        keys().forEach((path, key) -> {
            Relaxation relaxation = key.relaxation();
            if (relaxation != null) {
                RunClass leadsTo = relaxation.leadsTo();
                row(
                        table,
                        shown(path),
                        leadsTo == null ? "any" : leadsTo.name().toLowerCase(Locale.ROOT),
                        leadsTo == null ? "always" : relaxation.when(),
                        relaxation.why());
            }
        });
        return table.toString();
    }

    private static String shown(String path) {
        return "`" + path.replace("[]", "") + "`";
    }

    private static void row(StringBuilder table, String... cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
