// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.Locale;
import org.plateaubench.engine.judge.Conclusion;

/** The style of a word in a text. The command line has one for terminals; files get {@link #PLAIN}. */
@FunctionalInterface
public interface TextStyle {
    /** Leaves every text unchanged. */
    TextStyle PLAIN = (tone, text) -> text;

    /** The meaning of a word. */
    enum Tone {
        /** Headings. */
        STRONG,
        GOOD,
        BAD,
        /** Neither confirmed nor refuted: invalid, not tested, noted. */
        DOUBTFUL,
        /** Less important than the rest. */
        FAINT;

        /** The tone of a conclusion. */
        public static Tone of(Conclusion.Kind kind) {
            return valueOf(kind.tone().toUpperCase(Locale.ROOT));
        }
    }

    /** The text with style codes around it that take no column. */
    String apply(Tone tone, String text);
}
