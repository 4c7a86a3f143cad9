// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.rule;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.figure.Figures;

/** Sentences about where the user finds the operations that did not succeed. Pure functions. */
final class FailureText {
    private FailureText() {}

    /**
     * A text about where errors are listed, and about dropped and abandoned operations, which no table of errors
     * contains.
     */
    static String where(long errors, long abandoned, long dropped) {
        List<String> sentences = new ArrayList<>();
        if (errors > 0) {
            sentences.add("The table of errors shows what failed.");
        }
        if (dropped > 0) {
            sentences.add(Figures.text(dropped)
                    + " of them were never started but dropped, since the queue was full: see the overload.");
        }
        if (abandoned > 0) {
            sentences.add(Figures.text(abandoned) + " of them were abandoned: they had not started or not ended when"
                    + " the drain was over.");
        }
        return String.join(" ", sentences);
    }

    /**
     * A text about the unended operations among which a percentile falls, so that only a lower bound of it is known.
     */
    static String unended(long timedOut, long abandoned, long dropped) {
        if (dropped > 0 && timedOut == 0 && abandoned == 0) {
            return "It falls among " + Figures.text(dropped)
                    + " arrivals that were never started but dropped, since the queue was full: see the overload.";
        }
        List<String> parts = new ArrayList<>();
        add(parts, timedOut, "timed out");
        add(parts, abandoned, "abandoned");
        add(parts, dropped, "dropped (see the overload)");
        return "It falls among operations that did not end in time: " + String.join(", ", parts)
                + ". Look into these first.";
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Figures.text(count) + " " + what);
        }
    }
}
