// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

/**
 * What standard output is.
 *
 * @param interactive whether a person looks at a screen that can be redrawn
 * @param columns width in characters
 * @param colour whether colour is welcome
 */
public record Terminal(boolean interactive, int columns, boolean colour) {
    private static final int DEFAULT_COLUMNS = 80;

    /** What the launcher found: it sets {@code plateau.columns} when standard output is a terminal. */
    public static Terminal detect() {
        int columns = Integer.getInteger("plateau.columns", 0);
        boolean interactive = columns > 0;
        boolean colour = interactive && System.getenv("NO_COLOR") == null;
        return new Terminal(interactive, interactive ? columns : DEFAULT_COLUMNS, colour);
    }

    /** Text in bold where that can be shown. */
    public String bold(String text) {
        return styled("1", text);
    }

    /** Good news. */
    public String good(String text) {
        return styled("1;32", text);
    }

    /** Bad news. */
    public String bad(String text) {
        return styled("1;31", text);
    }

    /** Doubt. */
    public String doubtful(String text) {
        return styled("1;33", text);
    }

    private String styled(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
