// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The page docs/rigs.md, from which tests take the commands that they execute and the files that they write. */
public final class RigPage {
    /** The prefix of each Plateau command on the page. */
    private static final String LAUNCHER = "./plateau ";

    private static final Pattern BLOCK = Pattern.compile("```(\\w*)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern INLINE_CODE = Pattern.compile("(?<!`)`([^`\\n]+)`(?!`)");

    private RigPage() {}

    static String text() throws IOException {
        return Files.readString(LaunchedPlateau.home().resolve("docs/rigs.md"));
    }

    /** A section of the page, from its heading to the next. */
    static String section(String heading) throws IOException {
        String page = text();
        int from = page.indexOf("\n## " + heading + "\n");
        assertThat(from).as(heading).isPositive();
        int to = page.indexOf("\n## ", from + 1);
        return page.substring(from, to < 0 ? page.length() : to);
    }

    /** The blocks of a language in a text of the page; blocks of commands have no language. */
    static List<String> blocks(String text, String language) {
        return BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** The lines of a text of the page that begin with the launcher, without their comments. */
    static List<String> commands(String text) {
        return blocks(text, "").stream()
                .flatMap(RigPage::withoutComments)
                .filter(line -> line.startsWith(LAUNCHER))
                .toList();
    }

    /** The only command of the page with a prefix, in a block or in inline code. */
    public static String command(String begin) throws IOException {
        String page = text();
        List<String> found = Stream.concat(
                        blocks(page, "").stream().flatMap(RigPage::withoutComments),
                        INLINE_CODE.matcher(page).results().map(span -> span.group(1)))
                .filter(line -> line.startsWith(begin))
                .distinct()
                .toList();
        assertThat(found)
                .as("commands of docs/rigs.md that begin with " + begin)
                .hasSize(1);
        return found.getFirst();
    }

    /** The arguments after the launcher in a command. */
    static List<String> arguments(String command) {
        assertThat(command).startsWith(LAUNCHER);
        return List.of(command.substring(LAUNCHER.length()).split(" +"));
    }

    private static Stream<String> withoutComments(String block) {
        return block.lines().map(line -> line.replaceAll("\\s+#.*", "").strip());
    }
}
