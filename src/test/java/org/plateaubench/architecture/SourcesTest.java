// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.LaunchedPlateau;

/** Files and methods that a reader can survey, and Javadoc on what partners compile against. */
final class SourcesTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    /** In the pom of a module that partners compile against. */
    private static final String DOCUMENTED = "<plateau.javadoc.scope>public</plateau.javadoc.scope>";
    /** Raised as the code grows: a pass that reads fewer has missed a module. */
    private static final int FILES_AT_LEAST = 2_000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void filesAndMethodsAreShortAndWhatPartnersReadIsDocumented() throws IOException {
        Path home = LaunchedPlateau.home();
        SourceFindings processTests = SourceFindings.below(List.of(home.resolve("src/test/java")));
        List<String> broken = new ArrayList<>(processTests.longFiles());
        broken.addAll(processTests.longMethods());
        int files = processTests.files();
        int documented = 0;
        for (MatchResult module : MODULE.matcher(Files.readString(home.resolve("pom.xml")))
                .results()
                .toList()) {
            Path of = home.resolve(module.group(1));
            SourceFindings found =
                    SourceFindings.below(List.of(of.resolve("src/main/java"), of.resolve("src/test/java")));
            files += found.files();
            broken.addAll(found.longFiles());
            broken.addAll(found.longMethods());
            if (Files.readString(of.resolve("pom.xml")).contains(DOCUMENTED)) {
                documented++;
                broken.addAll(found.undocumented());
            }
        }
        assertThat(broken).isEmpty();
        assertThat(documented).as("modules for partners").isGreaterThanOrEqualTo(8);
        assertThat(files).isGreaterThanOrEqualTo(FILES_AT_LEAST);
    }

    @Test
    void whatBreaksARuleIsFoundWithItsPlace() throws IOException {
        String before = "package bad;\n\npublic interface Bad {\n";
        String bare =
                "    void bare();\n    Object ANONYMOUS = new Object() {};\n    @Override\n    String toString();\n";
        String body = "    /** Documented. */\n    default void longOne() {\n" + "\n".repeat(59) + "    }\n";
        String rest = "    /** Documented. */\n    default void justRight() {\n" + "\n".repeat(58) + "    }\n";
        Path bad = Files.writeString(
                folder.resolve("Bad.java"), before + bare + body + rest + "\n".repeat(400) + "    class Inner {}\n}\n");
        Files.writeString(folder.resolve("Good.java"), """
                package bad;

                /** A value. */
                public record Good(int value) {
                    public Good {}

                    private static final class Hidden {
                        public void bare() {}
                    }
                }
                """);

        SourceFindings found = SourceFindings.below(List.of(folder, folder.resolve("absent")));

        assertThat(found.files()).isEqualTo(2);
        assertThat(found.longFiles()).containsExactly(bad + " has 532 lines");
        assertThat(found.longMethods()).containsExactly(bad + ":9 longOne has 61 lines");
        assertThat(found.undocumented())
                .containsExactly(
                        bad + ":3 Bad has no Javadoc",
                        bad + ":4 bare has no Javadoc",
                        bad + ":531 Inner has no Javadoc");
    }
}
