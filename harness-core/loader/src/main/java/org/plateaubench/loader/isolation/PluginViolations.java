// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forbidden actions of one plugin: each kind with its count. The number of kinds is bounded. Thread-safe. */
public final class PluginViolations {
    private static final int DISTINCT_DEEDS = 50;

    private final String plugin;
    private final Map<Violation, Long> deeds = new LinkedHashMap<>();
    private long printedLines;

    /** A kind of forbidden action, with its remedy. */
    private record Violation(String what, String remedy) {}

    PluginViolations(String plugin) {
        this.plugin = plugin;
    }

    /** The id of the plugin. */
    public String plugin() {
        return plugin;
    }

    synchronized void did(String what, String remedy) {
        Violation violation = new Violation(what, remedy);
        if (deeds.size() < DISTINCT_DEEDS || deeds.containsKey(violation)) {
            deeds.merge(violation, 1L, Long::sum);
        }
    }

    synchronized void printed() {
        printedLines++;
    }

    /** All actions since the last call, each a sentence for the operator. */
    public synchronized List<String> takeViolations() {
        List<String> sentences = new ArrayList<>();
        deeds.forEach((violation, times) -> sentences.add("Plugin " + plugin + " " + violation.what
                + (times == 1 ? "" : " (" + times + " times)") + ". " + violation.remedy));
        if (printedLines > 0) {
            sentences.add("Plugin " + plugin + " printed " + printedLines + (printedLines == 1 ? " line" : " lines")
                    + "; see " + PluginOutput.FILE_NAME
                    + ". Report by outcomes, counters and findings instead.");
        }
        deeds.clear();
        printedLines = 0;
        return sentences;
    }
}
