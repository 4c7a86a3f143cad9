// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Locale;
import org.plateaubench.engine.config.key.Key.Relaxation;
import org.plateaubench.engine.config.key.RunClass;

/** The tables of keys in the user guide, in Markdown. Pure functions. */
public final class RunFileTable {
    private RunFileTable() {}

    /** What each key does. */
    public static String ofKeys() {
        StringBuilder table = new StringBuilder("| key | value | what it does | default |\n|---|---|---|---|\n");
        KeyHelp.all()
                .forEach(key -> row(
                        table,
                        code(key.path()),
                        key.value(),
                        key.help(),
                        key.isWritten() ? code(key.standard()) : key.standard()));
        return table.toString();
    }

    /** M23: which keys relax the class of a run. */
    public static String ofClasses() {
        StringBuilder table = new StringBuilder("| key | class | when | because |\n|---|---|---|---|\n");
        KeyHelp.keys().forEach((path, key) -> {
            Relaxation relaxation = key.relaxation();
            if (relaxation != null) {
                RunClass leadsTo = relaxation.leadsTo();
                row(
                        table,
                        code(KeyHelp.shown(path)),
                        leadsTo == null ? "any" : leadsTo.name().toLowerCase(Locale.ROOT),
                        leadsTo == null ? "always" : relaxation.when(),
                        relaxation.why());
            }
        });
        return table.toString();
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    private static void row(StringBuilder table, String... cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
