// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * The name by which the user has called this program. Source code and files contain {@code ./plateau}, as typed in a
 * checkout; printed texts contain the name that the user typed, such as {@code plateau}. Stateless and thread-safe.
 */
public final class CommandName {
    public static final String NAME_IN_TEXTS = "./plateau";

    private static final Pattern IN_TEXT = Pattern.compile("(?<![\\w./-])\\./plateau(?=\\s)");

    private CommandName() {}

    /** The name that the launcher passes in {@code plateau.command}; without a launcher, the one in all texts. */
    public static String called() {
        return System.getProperty("plateau.command", NAME_IN_TEXTS);
    }

    /** A text with the commands in it as this user would type them. */
    public static String in(String text) {
        return IN_TEXT.matcher(text).replaceAll(Matcher.quoteReplacement(called()));
    }

    public static void report(String sentence) {
        System.err.println("plateau: " + in(sentence));
    }

    /** Makes the help of a command and of its subcommands use the name that the user typed; returns the command. */
    public static CommandLine nameInHelp(CommandLine command) {
        Map<String, CommandLine.IHelpSectionRenderer> sections = new LinkedHashMap<>(command.getHelpSectionMap());
        sections.replaceAll((key, section) -> help -> in(section.render(help)));
        return command.setCommandName(called()).setHelpSectionMap(sections);
    }

    /** The path as one word of a shell, quoted where that is necessary. */
    public static String word(Path path) {
        String text = path.toString();
        return text.matches("[\\w./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
