// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import org.plateaubench.engine.report.TextStyle;

public record Terminal(boolean interactive, int columns, boolean colour) {
    private static final int DEFAULT_COLUMNS = 80;

    public static final Terminal NONE = new Terminal(false, DEFAULT_COLUMNS, false);

    /** The terminal that the launcher found: it sets {@code plateau.columns} when standard output is a terminal. */
    public static Terminal detect() {
        int columns = Integer.getInteger("plateau.columns", 0);
        boolean interactive = columns > 0;
        boolean colour = interactive && System.getenv("NO_COLOR") == null;
        return new Terminal(interactive, interactive ? columns : DEFAULT_COLUMNS, colour);
    }

    public String bold(String text) {
        return styled("1", text);
    }

    /** Returns the styles of text. Not every terminal supports strikethrough, which marks values that do not count. */
    public TextStyle style() {
        return (tone, text) -> switch (tone) {
            case STRONG -> bold(text);
            case GOOD -> styled("1;32", text);
            case BAD -> styled("1;31", text);
            case DOUBTFUL -> styled("1;33", text);
            case FAINT -> text;
            case STRUCK -> styled("9", text);
        };
    }

    private String styled(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
