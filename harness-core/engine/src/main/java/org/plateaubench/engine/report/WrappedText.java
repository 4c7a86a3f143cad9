// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

public final class WrappedText {
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    private WrappedText() {}

    /**
     * The lines of a sentence; a word that is longer than a line gets a line of its own.
     *
     * @param head beginning of the first line
     * @param indent beginning of each further line
     * @param columns maximum number of characters in a line
     */
    public static List<String> lines(String head, String indent, String sentence, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(head);
        boolean first = true;
        for (String word : WHITE_SPACE.split(sentence.strip(), -1)) {
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
