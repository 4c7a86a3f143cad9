// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.engine.figure.Figures;

final class FailureText {
    static final String FIND = "Find the cause in the log of the SUT.";

    private FailureText() {}

    static String where(Map<String, Long> errorsByClass, long abandoned, long dropped) {
        StringBuilder sentences = new StringBuilder();
        if (!errorsByClass.isEmpty()) {
            String classes = errorsByClass.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .map(error -> Figures.text(error.getValue()) + " " + error.getKey())
                    .collect(Collectors.joining(", "));
            sentences.append("Errors: ").append(classes).append(". ");
        }
        if (dropped > 0) {
            sentences
                    .append(Figures.text(dropped))
                    .append(" of them were never started but dropped, since the queue was full. ");
        }
        if (abandoned > 0) {
            sentences
                    .append(Figures.text(abandoned))
                    .append(" of them were abandoned: they had not started or not ended when the drain was over. ");
        }
        return sentences.toString();
    }

    /** Unended operations among which a percentile falls, so that only a lower bound of it is known. */
    static String unended(long timedOut, long abandoned, long dropped) {
        if (dropped > 0 && timedOut == 0 && abandoned == 0) {
            return "It falls among " + Figures.text(dropped)
                    + " arrivals that were never started but dropped, since the queue was full. Lower the rate, or give"
                    + " the SUT more resources.";
        }
        List<String> parts = new ArrayList<>();
        add(parts, timedOut, "timed out");
        add(parts, abandoned, "abandoned");
        add(parts, dropped, "dropped");
        return "It falls among operations that did not end in time: " + String.join(", ", parts)
                + ". Find out why these did not end.";
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Figures.text(count) + " " + what);
        }
    }
}
