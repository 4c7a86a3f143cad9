// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.engine.judge.result.Conclusion;

/** The style of words in a text. The command line has a style for terminals; files use {@link #PLAIN}. */
@FunctionalInterface
public interface TextStyle {
    TextStyle PLAIN = (tone, text) -> text;

    enum Tone {
        STRONG,
        GOOD,
        BAD,
        /** Neither confirmed nor refuted: invalid, not tested, noted. */
        DOUBTFUL,
        FAINT,
        STRUCK;

        static Tone of(Conclusion.Kind kind) {
            return valueOf(kind.tone().toUpperCase(Locale.ROOT));
        }
    }

    /** A sign and a conclusion in its colour; the words "with doubts" have a different colour. */
    default String conclusion(String sign, Conclusion.Kind kind) {
        return kind == Conclusion.Kind.DOUBTS
                ? apply(Tone.GOOD, sign + "PASSED") + " " + apply(Tone.DOUBTFUL, "with doubts")
                : apply(Tone.of(kind), sign + kind.word().toUpperCase(Locale.ROOT));
    }

    /** The text, surrounded by style codes, which occupy no columns. */
    String apply(Tone tone, String text);

    /**
     * The lines of a sentence; a word that is longer than a line gets a line of its own.
     *
     * @param prefix start of the first line
     * @param indent start of each further line
     */
    static List<String> wrapped(String prefix, String indent, String sentence, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(prefix);
        boolean first = true;
        for (String word : sentence.strip().split("\\s+", -1)) {
            if (!first && line.length() + 1 + word.length() > columns) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            first = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
