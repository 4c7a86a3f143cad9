// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Words that hide who or what is meant stand in no program, page or document (CONTRIBUTING, "Names"): of those that are to
 * be avoided, the ones that have no other meaning. No comment before a declaration begins with a preposition. Tests, the log of
 * changes and decisions of the past are not read, nor migrations of a database, whose text is part of their checksum.
 */
final class PlainLanguageTest {

    private static final Pattern WORDS = Pattern.compile(
            "(?<!\\*)\\b(whoever|somebody|anew|held\\W+against|for\\W+want\\W+of|what\\W+became\\W+of"
                    + "|(that|which)\\W+(is|are)\\W+none|by\\W+right|in\\W+the\\W+mean(?!\\W+of)"
                    + "|voids?[\\s*]+(a|an|the|such)[\\s*]+(run|verdict))\\b",
            Pattern.CASE_INSENSITIVE);
    /** A noun that is denied by <em>no</em> in place of <em>not a</em>, except after <em>there</em>. */
    private static final Pattern DENIED_NOUN = Pattern.compile(
            "(?<!\\*|\\bthere[\\s*/]{1,12})\\b(is|are|was|were)[\\s*/\"+]+no[\\s*/\"+]+"
                    + "(?!(longer|more|less|fewer|sooner|later|further|better|worse|larger|older|likelier|other|one"
                    + "|such|way)\\b)"
                    + "[a-z{]",
            Pattern.CASE_INSENSITIVE);
    /** Requested; in programs, an agent may be asked for its clock. */
    private static final Pattern REQUESTED = Pattern.compile("(?<!\\*)\\basked\\W+for\\b", Pattern.CASE_INSENSITIVE);

    /** The beginning of a summary, of Javadoc or in a script, that says a property of the thing, and not what the thing is. */
    private static final Pattern FRAGMENT =
            Pattern.compile("/\\*\\*\\s+(?:\\*\\s+)?(Of|As|That|Those|Stands|So\\W+many|By(?!\\W+how)|To|With|Without"
                    + "|For|From|Under|On|At|About|Over|Between|Before|Beside|Within)\\b");

    private static final Pattern READ = Pattern.compile(
            "(?!docs/adr/|CHANGELOG\\.md|(.*/)?test/)([^/]+\\.md|docs/.*\\.md|configs/.*\\.yaml|(.*/)?src/main/(?!resources/db/).*"
                    + "\\.(java|js|css|yaml|mustache|html|properties))");
    /** Text that is data: words of messages and events that a workload sends. */
    private static final Pattern DATA = Pattern.compile(".*/(Prose|Original)\\.java");

    @Test
    void noWordHidesWhoOrWhatIsMeant() throws IOException {
        List<Path> files = Sources.matching(READ).stream()
                .filter(file -> !DATA.matcher(file.toString()).matches())
                .toList();
        assertThat(files).hasSizeGreaterThan(1_000);
        assertThat(files.stream().flatMap(file -> found(file))).isEmpty();
    }

    private static Stream<String> found(Path file) {
        String text = text(file);
        List<Pattern> patterns = file.toString().endsWith(".java")
                ? List.of(WORDS, FRAGMENT, DENIED_NOUN)
                : List.of(WORDS, FRAGMENT, DENIED_NOUN, REQUESTED);
        return patterns.stream()
                .flatMap(pattern -> pattern.matcher(text).results())
                .map(match -> Sources.below(file) + ":" + line(text, match) + ": " + match.group());
    }

    private static long line(String text, MatchResult match) {
        return text.substring(0, match.start()).lines().count();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }
}
