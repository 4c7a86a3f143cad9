// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

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

    public String good(String text) {
        return styled("1;32", text);
    }

    public String bad(String text) {
        return styled("1;31", text);
    }

    public String doubtful(String text) {
        return styled("1;33", text);
    }

    /** Text that does not count, struck where the terminal supports it. */
    public String struck(String text) {
        return styled("9", text);
    }

    private String styled(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
