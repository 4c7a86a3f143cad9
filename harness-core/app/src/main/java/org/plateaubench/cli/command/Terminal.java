// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.report.TrustText;

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

    public static void print(Judgement judgement, Path folder) {
        Terminal terminal = Terminal.detect();
        System.out.print(
                CommandName.in(TextSummary.of(judgement, folder.toString(), terminal.style(), terminal.columns())));
    }

    public static void printTrust(Judgement judgement) {
        Terminal terminal = Terminal.detect();
        System.out.print(CommandName.in(TrustText.of(judgement, terminal.style(), terminal.columns())));
    }

    /** Without a browser, a sentence is printed. */
    public static void open(String address) {
        String opener = System.getProperty("os.name").startsWith("Mac") ? "open" : "xdg-open";
        try {
            new ProcessBuilder(List.of(opener, address))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            CommandName.report("No browser could be started with " + opener + "; open the address above.");
        }
    }
}
