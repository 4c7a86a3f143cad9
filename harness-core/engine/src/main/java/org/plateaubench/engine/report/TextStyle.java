// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

/** How a word of a text is made to stand out. The command line gives one for terminals; files get {@link #PLAIN}. */
@FunctionalInterface
public interface TextStyle {
    /** Leaves everything as it is. */
    TextStyle PLAIN = (tone, text) -> text;

    /** What a word says. */
    enum Tone {
        /** Headings. */
        STRONG,
        GOOD,
        BAD,
        /** Neither believed nor refuted: invalid, not tested, noted. */
        DOUBTFUL,
        /** Of less interest. */
        FAINT
    }

    /** The text with marks around it that take no column. */
    String apply(Tone tone, String text);
}
