// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

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
        /** Less important than the rest. */
        FAINT,
        /** Figures that do not count. */
        STRUCK;

        public static Tone of(Conclusion.Kind kind) {
            return valueOf(kind.tone().toUpperCase(Locale.ROOT));
        }
    }

    /** The text, surrounded by style codes that need no columns. */
    String apply(Tone tone, String text);
}
